#include "grader/launch/launch.hpp"

#include "brigade/core/error.hpp"
#include "brigade/supervisor/child.hpp"
#include "brigade/supervisor/process_tree.hpp"
#include "brigade/supervisor/shared_memory.hpp"
#include "brigade/supervisor/signals.hpp"
#include "grader/launch/board_watch.hpp"
#include "grader/launch/environment.hpp"
#include "grader/launch/late_end.hpp"
#include "grader/launch/launch_folder.hpp"
#include "grader/launch/launcher_loss.hpp"
#include "grader/launch/limits.hpp"
#include "grader/launch/own_end.hpp"
#include "grader/launch/process_usage.hpp"
#include "grader/launch/rank_names.hpp"
#include "grader/launch/rank_output.hpp"
#include "grader/launch/record_files.hpp"
#include "grader/launch/sanitizer_report.hpp"
#include "grader/launch/source_lines.hpp"
#include "grader/launch/stack.hpp"
#include "grader/sandbox/process_group.hpp"
#include "grader/sandbox/sandbox.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kLook{20};
/// After the first rank's exception: so long the others have to write theirs, since most mistakes
/// throw on several ranks.
constexpr milliseconds kOthersThrowToo{150};

/// So long a program that has passed a limit has to say where it is; meanwhile it may take more of
/// anything but time.
constexpr milliseconds kToSayWhere{50}, kToSayWhereOutOfTime{2000};

/// After the last TEST: so long the processes have to end. What looks for leaks then takes longer.
constexpr double kSecondsToEnd = 2, kSanitizedSecondsToEnd = 10;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

HangReport never_in_main(const std::vector<int> &who, int ranks) {
  HangReport hang;
  hang.sentence =
      fmt::format("{} never came to main(): a static object or initialiser of yours never ends.",
                  static_cast<int>(who.size()) >= ranks
                      ? std::string("The program")
                      : fmt::format("Rank{} {}", who.size() > 1 ? "s" : "", fmt::join(who, ", ")));
  hang.cause = "What stands outside of all functions is made before main() begins and before MPI "
               "runs: look for a loop or a wait in what makes it.";
  return hang;
}

/// One launch, from its start to its end.
class Run {
public:
  Run(const LaunchRequest &request, SandboxLevel sandbox)
      : request_(request), sandbox_(sandbox), folder_(sandbox),
        records_(folder_.records(), request.ranks), ends_(folder_.records(), request.ranks),
        lines_(request.program->file, request.program->sources),
        limits_(request.limits, std::max(1, request.ranks),
                {shared_folder(), folder_.sanitizers()}),
        group_(most_tasks(request.limits)) {
    if (request.ranks > 0)
      board_.emplace(folder_.board(), request.ranks, request.program->file,
                     request.program->sources);
    for (const int descriptor : records_.descriptors())
      limits_.count_file(descriptor);
    start(sandbox);
  }

  LaunchResult run() {
    while (!end_ && !lingers_ && !child_ended()) {
      wait_for_something();
      look();
    }
    finish();
    return std::move(result_);
  }

private:
  fs::path shared_folder() const {
    return request_.shared_folder.empty() ? folder_.shared() : request_.shared_folder;
  }

  /// Another user may not get to where it was built.
  fs::path reachable_program(SandboxLevel sandbox) const {
    const fs::path &file = request_.program->file;
    if (sandbox != SandboxLevel::other_uid || others_can_reach(file))
      return file;
    fs::copy_file(file, folder_.program());
    fs::permissions(folder_.program(), fs::perms(0755));
    return folder_.program();
  }

  void start(SandboxLevel sandbox) {
    std::vector<std::string> command;
    if (request_.ranks > 0) {
      command = request_.program->mpiexec;
      command.insert(command.end(), {"-prepend-rank", "-n", std::to_string(request_.ranks)});
    }
    const fs::path program = reachable_program(sandbox);
    command.push_back(program.string());
    std::vector<fs::path> writable = records_.paths();
    if (request_.ranks > 0)
      writable.push_back(folder_.board());
    writable.insert(writable.end(), ends_.paths().begin(), ends_.paths().end());
    writable.push_back(shared_folder());
    writable.push_back(folder_.sanitizers());
    hand_over(writable, sandbox);
    writable.push_back(folder_.records());
    command = sandboxed(command, sandbox, request_.limits, {program}, writable);
    if (request_.ranks == 0)
      command = with_a_keeper(command);
    command = group_.holding(command);
    const LaunchEnvironment environment(request_, folder_.records(), records_.token(),
                                        shared_folder(), folder_.board(), folder_.sanitizers());
    began_ = Clock::now();
    child_ = start_child(command, ChildInput::none);
  }

  bool child_ended() {
    // Orphans come to us too, when they have lost their parents.
    int status = 0;
    for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) > 0;)
      if (ended == child_.process)
        child_status_ = status;
    return child_status_.has_value();
  }

  void wait_for_something() {
    std::array<pollfd, 3> watched = {pollfd{signals_.descriptor(), POLLIN, 0},
                                     pollfd{child_.out, POLLIN, 0}, pollfd{child_.err, POLLIN, 0}};
    poll(watched.data(), watched.size(), static_cast<int>(kLook.count()));
    if (watched[1].revents != 0)
      pass(child_.out, &RankOutput::take_out);
    if (watched[2].revents != 0)
      pass(child_.err, &RankOutput::take_err);
  }

  void pass(int &from, void (RankOutput::*take)(std::string_view)) {
    std::array<char, 65536> buffer;
    const ssize_t got = read(from, buffer.data(), buffer.size());
    if (got > 0) {
      limits_.count_output(static_cast<std::size_t>(got));
      (output_.*take)({buffer.data(), static_cast<std::size_t>(got)});
    } else if (got == 0 || errno != EINTR) {
      close(from);
      from = -1;
    }
  }

  void look() {
    look_for_signal();
    if (const auto now = Clock::now(); now - last_look_ >= kLook) {
      last_look_ = now;
      look_at_records();
      if (!end_)
        look_at_ranks();
      look_for_lingering();
    }
  }

  /// In time that others do not hold the processors: the end may be slow on a machine that is busy.
  void look_for_lingering() {
    if (!records_.all_completed())
      return;
    if (!completed_)
      completed_ = limits_.fair_seconds();
    lingers_ = limits_.fair_seconds() - *completed_ >
               (request_.program->is_sanitized ? kSanitizedSecondsToEnd : kSecondsToEnd);
  }

  void look_for_signal() {
    if (const int signal = signals_.take(); signal != 0 && end_ != LaunchEnd::interrupted) {
      end_ = LaunchEnd::interrupted;
      result_.signal = signal;
    }
  }

  void look_at_records() {
    records_.look();
    if (!started_ && records_.all_opened()) {
      started_ = Clock::now();
      records_.unlink();
      unlink(folder_.board().c_str());
      for (const fs::path &path : ends_.paths())
        unlink(path.c_str());
      limits_.start_clock();
    }
    if (records_.throwing_ranks() > 0 && request_.ranks > 0) {
      if (!thrown_)
        thrown_ = Clock::now();
      if (records_.throwing_ranks() == request_.ranks || Clock::now() - *thrown_ > kOthersThrowToo)
        end_on_exception();
    }
  }

  /// Most ranks that did not throw wait for those that did.
  void end_on_exception() {
    end_ = LaunchEnd::exception;
    if (records_.throwing_ranks() == request_.ranks || !board_)
      return;
    for (const records::RankRecords &rank : records_.read())
      for (const records::TestRecords &test : rank.tests)
        if (test.exception && result_.reason.empty())
          result_.reason = board_->while_others(rank.world_rank,
                                                fmt::format("threw '{}'", test.exception->what));
    add_roll_call();
  }

  void look_at_ranks() {
    if (!started_)
      look_at_start();
    if (started_ && board_ && !thrown_) {
      if ((result_.crash = board_->failed()))
        end_ = LaunchEnd::crashed;
      else if ((result_.mismatch = board_->mismatched()))
        end_ = LaunchEnd::mismatch;
      else if ((result_.hang = board_->hung()))
        end_ = LaunchEnd::hung;
      else if (launcher_.is_certain(board_->processes()))
        end_without_launcher();
    }
    if (const auto passed = limits_.passed(); passed && !end_) {
      end_ = LaunchEnd::over_limit;
      result_.limit = *passed;
      result_.took_all_its_time = limits_.is_time_up();
      add_roll_call();
      ask_where_it_is();
    }
  }

  /// Of what is not past MPI_Init in time the machine is to blame, but for a rank that has been in
  /// its static objects for most of it. That is told by the clock that goes slower while others
  /// hold the processors.
  void look_at_start() {
    const std::vector<int> before_main = ends_.before_main();
    const double limit = request_.limits.start_seconds, fair = limits_.fair_seconds();
    if (seconds_since(began_) <= limit) {
      if (before_main.empty())
        loaded_.reset();
      else if (!loaded_)
        loaded_ = fair;
      return;
    }
    const bool is_in_static_objects = loaded_ && !before_main.empty();
    if (is_in_static_objects && fair - *loaded_ <= limit / 2 && fair <= limit)
      return; // the machine is busy: it is not known yet
    if (is_in_static_objects && fair - *loaded_ > limit / 2) {
      end_ = LaunchEnd::hung;
      result_.hang = never_in_main(before_main, request_.ranks);
      return;
    }
    end_ = LaunchEnd::start_failed;
    result_.reason = fmt::format("The ranks were not past MPI_Init after {:g} s.", limit);
  }

  void end_without_launcher() {
    end_ = LaunchEnd::exited;
    result_.reason = "The ranks run on alone: the launcher that had started them was ended.";
    result_.crash = CrashReport{-1, 0, result_.reason, {}, std::string(kLeaveParentsAlone)};
    add_roll_call();
  }

  /// Where all ranks are, for what is no hang.
  void add_roll_call() {
    if (board_ && started_ && !result_.hang)
      result_.hang = HangReport{"", "", board_->roll_call(), {}};
  }

  /// Without ranks there is no board that tells it. The signal by which the kernel says that a
  /// limit was passed has the program note where it is, and end.
  void ask_where_it_is() {
    if (board_)
      return;
    for (const pid_t process : processes_below())
      if (!is_launcher(process))
        kill(process, SIGXCPU);
    const auto enough =
        Clock::now() + (result_.took_all_its_time ? kToSayWhereOutOfTime : kToSayWhere);
    while (!child_ended() && Clock::now() < enough) {
      wait_for_something();
      look_for_signal();
    }
    if (auto crash = ends_.crash(lines_, RankNames({}), ""))
      result_.stopped_at = std::move(crash->stack);
  }

  void finish() {
    const std::vector<pid_t> left = descendants();
    memory_.note_users(left);
    // Also after a launch that ended well: what it left in the background is ended with it.
    result_.processes_killed =
        static_cast<int>(left.size() - std::ranges::count_if(left, is_launcher));
    end_descendants(child_.process);
    drain();
    look_for_signal(); // one that came meanwhile is not lost
    memory_.sweep();
    sweep_after(sandbox_);
    if (started_)
      result_.seconds = seconds_since(*started_);
    result_.ranks = records_.read();
    result_.record_files = records_.contents();
    result_.token = records_.token();
    const SanitizerReports sanitizers = read_sanitizers();
    const EndEvidence evidence{
        request_, ends_, output_, sanitizers, lines_, started_.has_value(), child_status_};
    if (end_)
      result_.end = *end_;
    else if (board_ && (result_.crash = board_->failed()))
      result_.end = LaunchEnd::crashed;
    else
      explain_own_end(evidence, result_);
    explain_cut_files();
    result_.output = output_.tail();
    name_places();
    note_outside();
    result_.notes.insert(result_.notes.end(), sanitizers.leaks.begin(), sanitizers.leaks.end());
    explain_late_end(evidence, lingers_, result_);
  }

  /// Whoever reads shared memory whose file was cut short gets SIGBUS: no array of the student's is
  /// to blame.
  void explain_cut_files() {
    spoilt_ = records_.spoilt(result_.ranks);
    if (result_.crash && result_.crash->signal == SIGBUS && !spoilt_.empty())
      result_.crash->cause = "Files that the trial holds open were emptied: its records, and the "
                             "memory that it shares with the grader. Cut short no file but those "
                             "that you opened yourself.";
  }

  SanitizerReports read_sanitizers() {
    if (!request_.program->is_sanitized)
      return {};
    const std::vector<int> processes = request_.ranks > 0 ? ends_.processes() : std::vector<int>{};
    return sanitizer_reports(read_sanitizer_pages(folder_.sanitizers(), processes),
                             request_.program->file, lines_, RankNames(result_.ranks));
  }

  /// What it did outside of its processes, and left there.
  void note_outside() {
    for (std::string &sentence : ends_.outside_calls(lines_, shared_folder()))
      result_.notes.push_back(std::move(sentence));
    for (const records::RankRecords &rank : result_.ranks)
      if (rank.opened && !rank.damage.empty())
        result_.notes.push_back(fmt::format(
            "The record of rank {} was forged or damaged, it does not bear the trial's seal: {}",
            rank.world_rank, rank.damage));
    for (const int rank : spoilt_)
      result_.notes.push_back(fmt::format("The record of rank {} was damaged: it was emptied or "
                                          "overwritten while the program ran.",
                                          rank));
    if (result_.end == LaunchEnd::complete && result_.processes_killed > 0 && !lingers_)
      result_.notes.emplace_back("A process that it started outlived the run, and was ended.");
  }

  /// The ranks know the lines of their calls by addresses only.
  void name_places() {
    if (!board_)
      return;
    for (records::RankRecords &rank : result_.ranks)
      for (records::TestRecords &test : rank.tests)
        for (std::vector<std::string> *calls : {&test.open_requests, &test.unreceived})
          for (std::string &call : *calls)
            call = board_->with_places(call);
    if (result_.end == LaunchEnd::complete)
      result_.notes = board_->notes();
  }

  void drain() {
    const auto enough = Clock::now() + milliseconds(500);
    while ((child_.out >= 0 || child_.err >= 0) && Clock::now() < enough)
      wait_for_something();
    for (int *open : {&child_.out, &child_.err})
      if (*open >= 0)
        close(*open);
    output_.end();
  }

  const LaunchRequest &request_;
  SandboxLevel sandbox_;
  LaunchFolder folder_;
  RecordFiles records_;
  EndPages ends_;
  SourceLines lines_;
  LimitWatch limits_;
  ProcessGroup group_;
  std::optional<BoardWatch> board_;
  LauncherLoss launcher_;
  SignalQueue signals_;
  MemorySweep memory_;
  RankOutput output_;
  LaunchResult result_;
  Child child_{};
  Clock::time_point began_, last_look_;
  std::optional<Clock::time_point> started_, thrown_;
  std::optional<double> loaded_; ///< some rank's static objects were begun, in fair seconds
  std::optional<LaunchEnd> end_;
  std::optional<int> child_status_;
  std::optional<double> completed_; ///< fair seconds, when every rank had
  bool lingers_ = false;            ///< its processes live on after that
  std::vector<int> spoilt_; ///< ranks
};

} // namespace

bool LaunchResult::all_ranks_complete() const {
  return std::ranges::all_of(ranks, &records::RankRecords::complete);
}

LaunchResult launch(const LaunchRequest &request, SandboxLevel sandbox) {
  adopt_orphans();
  return Run(request, sandbox).run();
}

} // namespace brigade::grader
