#include "brigade/supervisor/supervise.hpp"

#include "brigade/core/error.hpp"
#include "brigade/supervisor/child.hpp"
#include "brigade/supervisor/launcher_words.hpp"
#include "brigade/supervisor/process_tree.hpp"
#include "brigade/supervisor/shared_memory.hpp"
#include "brigade/supervisor/signals.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>

namespace brigade {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view kOwnWord = "brigade: error:";
/// Of mpiexec, where the ranks' program cannot be started. Each rank has its line, and all say the
/// same; what stands behind this is whole even where they are mixed.
constexpr std::string_view kNoProgram = "execvp error";

/// @return false if it cannot be written; errno then says why.
bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno != EINTR)
      return false;
    if (written > 0)
      text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// One output stream of the command, on its way to ours.
class Relay {
public:
  Relay(int from, int to, bool filtered, LauncherWords &words)
      : from_(from), to_(to), filtered_(filtered), filter_(words) {}

  bool open() const { return from_ >= 0; }
  int from() const { return from_; }
  bool holds_back() const { return filter_.holds_back(); }
  /// Nobody reads any more what we write.
  bool lost_reader() const { return write_failure_ == EPIPE; }
  /// Another reason why it could not be written, as errno has it (a full disk); 0: none.
  int write_failure() const { return lost_reader() ? 0 : write_failure_; }
  bool saw_own_word() const { return saw_own_word_; }

  /// Passes what is there.
  void pass() {
    std::array<char, 65536> buffer;
    const ssize_t got = ::read(from_, buffer.data(), buffer.size());
    if (got > 0)
      show({buffer.data(), static_cast<std::size_t>(got)});
    else if (got == 0 || errno != EINTR) {
      flush();
      close();
    }
  }
  void flush() { write(filter_.flush()); }

private:
  void close() {
    if (from_ >= 0)
      ::close(from_);
    from_ = -1;
  }
  void write(std::string_view text) {
    // The command learns by its next write, as it would without us.
    if (!write_all(to_, text)) {
      write_failure_ = errno;
      close();
    }
  }
  void show(std::string_view bytes) {
    // The word may lie across two reads: keep as much of the first as could begin it.
    tail_ += bytes;
    saw_own_word_ = saw_own_word_ || tail_.find(kOwnWord) != tail_.npos;
    if (tail_.size() > kOwnWord.size())
      tail_.erase(0, tail_.size() - kOwnWord.size());
    write(filtered_ ? filter_.take(bytes) : std::string(bytes));
  }

  int from_;
  int to_;
  bool filtered_;
  bool saw_own_word_ = false;
  int write_failure_ = 0;
  std::string tail_;
  LauncherFilter filter_;
};

/// The command, from its start to its end.
class Supervision {
public:
  Supervision(const std::vector<std::string> &command, const SuperviseOptions &options)
      : command_(command), options_(options), child_(start(command, options)),
        out_(child_.out, STDOUT_FILENO, options.quiet_banners, words_),
        err_(child_.err, STDERR_FILENO, options.quiet_banners, words_) {
    if (options.time_limit)
      deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(*options.time_limit);
    if (options.while_running)
      next_shown_ = started_ + std::chrono::duration_cast<Clock::duration>(options.period);
  }

  Outcome run() {
    while (!child_ended() && !deadline_passed()) {
      wait_for_something();
      show_that_it_runs();
      if (const int signal = signals_.take(); signal != 0)
        on_signal(signal);
    }
    memory_.note_users(descendants());
    // Also after a command that ended well: what it left in the background is ended with it.
    outcome_.processes_killed = end_descendants(child_.process);
    drain();
    memory_.sweep();
    judge();
    return outcome_;
  }

private:
  static Child start(const std::vector<std::string> &command, const SuperviseOptions &options) {
    if (options.quiet_banners) // UCX prints twenty lines where a rank crashes, unless asked not to
      setenv("UCX_HANDLE_ERRORS", "none", 0);
    return start_child(command);
  }

  bool child_ended() {
    // Orphans come to us too, when they have lost their parents.
    int status = 0;
    for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) > 0;)
      if (ended == child_.process)
        child_status_ = status;
    return child_status_.has_value();
  }

  void show_that_it_runs() {
    const Clock::time_point now = Clock::now();
    if (!next_shown_ || now < *next_shown_)
      return;
    options_.while_running(std::chrono::duration<double>(now - started_).count());
    next_shown_ = now + std::chrono::duration_cast<Clock::duration>(options_.period);
  }

  bool deadline_passed() const { return deadline_ && Clock::now() >= *deadline_; }

  void wait_for_something() {
    std::array<pollfd, 3> watched = {pollfd{signals_.descriptor(), POLLIN, 0},
                                     pollfd{out_.from(), POLLIN, 0},
                                     pollfd{err_.from(), POLLIN, 0}};
    if (poll(watched.data(), watched.size(), milliseconds_to_wait()) == 0) {
      out_.flush();
      err_.flush();
    }
    if (watched[1].revents != 0)
      out_.pass();
    if (watched[2].revents != 0)
      err_.pass();
  }

  static int until(Clock::time_point moment) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(moment - Clock::now());
    return static_cast<int>(std::clamp<long>(left.count(), 0, 3'600'000));
  }

  /// Until the deadline, or there is something to show; a short while where a line is held back
  /// that may be no banner.
  int milliseconds_to_wait() const {
    constexpr int kHold = 100;
    int wait = out_.holds_back() || err_.holds_back() ? kHold
               : next_shown_                          ? until(*next_shown_)
                                                      : -1;
    if (deadline_)
      wait = wait < 0 ? until(*deadline_) : std::min(wait, until(*deadline_));
    return wait;
  }

  void on_signal(int signal) {
    const bool is_first = signal_ == 0;
    if (is_first)
      signal_ = signal;
    if (!is_first || signal == SIGQUIT) { // at once
      deadline_ = Clock::now();
      return;
    }
    const auto grace = signal == SIGINT ? options_.interrupt_grace : options_.terminate_grace;
    deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(grace);
    memory_.note_users(descendants());
    for (const pid_t process : working_descendants())
      // To programs that save what they have before they end, both mean the same.
      kill(process, signal == SIGHUP ? SIGTERM : signal);
  }

  void drain() {
    // Nobody is left who could write, so each ends; where a writer is out of reach (no subreaper),
    // give up.
    const auto enough = Clock::now() + std::chrono::milliseconds(500);
    while ((out_.open() || err_.open()) && Clock::now() < enough) {
      deadline_ = enough; // of poll
      wait_for_something();
    }
    out_.flush();
    err_.flush();
  }

  void judge() {
    if (signal_ != 0) {
      outcome_.exit_status = 128 + signal_;
      return;
    }
    if (!child_status_) {
      outcome_.timed_out = true;
      outcome_.exit_status = 124;
      say(fmt::format("not done after {} s, so it was ended ({} processes): {}",
                      options_.time_limit->count(), outcome_.processes_killed,
                      fmt::join(command_, " ")));
      return;
    }
    judge_ended_command();
  }

  void judge_ended_command() {
    if (WIFSIGNALED(*child_status_) && WTERMSIG(*child_status_) == SIGPIPE &&
        (out_.lost_reader() || err_.lost_reader())) {
      outcome_.exit_status = 128 + SIGPIPE;
      return;
    }
    const bool has_spoken = out_.saw_own_word() || err_.saw_own_word();
    if (const int failure = out_.write_failure(); failure != 0 && !has_spoken) {
      outcome_.exit_status = 1;
      say(fmt::format("cannot write to standard output: {}", std::strerror(failure)));
      return;
    }
    const std::optional<std::string> not_started = why_not_started();
    const std::string reason =
        not_started ? "mpiexec failed: " + *not_started : reason_of_failure();
    if (words_.abort_code)
      outcome_.exit_status = *words_.abort_code;
    else if (not_started)
      outcome_.exit_status = 3;
    else if (WIFSIGNALED(*child_status_) || !words_.signal.empty())
      outcome_.exit_status = 1;
    else
      outcome_.exit_status = WEXITSTATUS(*child_status_);
    if (outcome_.exit_status != 0 && !reason.empty() && !has_spoken)
      say(reason);
  }

  /// Of the ranks' program, of a command that failed; none where it was started.
  std::optional<std::string> why_not_started() const {
    const bool ended_well = WIFEXITED(*child_status_) && WEXITSTATUS(*child_status_) == 0;
    if (ended_well || words_.abort_code)
      return std::nullopt;
    if (const auto at = words_.other.find(kNoProgram); at != std::string::npos)
      return words_.other.substr(at, words_.other.find('\n', at) - at);
    // mpiexec ends by SIGPIPE where it writes to a proxy that is gone, and then has often not
    // passed on why.
    if (!WIFSIGNALED(*child_status_) || WTERMSIG(*child_status_) != SIGPIPE)
      return std::nullopt;
    const auto count = std::ranges::find(command_, "-n");
    if (command_.end() - count < 3)
      return std::nullopt;
    const std::string &program = count[2];
    if (program.find('/') == program.npos || access(program.c_str(), X_OK) == 0)
      return std::nullopt;
    return fmt::format("{} on file {} ({})", kNoProgram, program, std::strerror(errno));
  }

  /// Empty where the command may be supposed to have said it.
  std::string reason_of_failure() const {
    if (WIFSIGNALED(*child_status_))
      return fmt::format("{} was ended by a signal: {}", command_.front(),
                         strsignal(WTERMSIG(*child_status_)));
    if (words_.abort_code)
      return fmt::format("rank {} called MPI_Abort with code {}", words_.abort_rank.value_or(0),
                         *words_.abort_code);
    if (!words_.signal.empty())
      return is_how_the_launcher_ends_ranks(words_.signal)
                 ? fmt::format("a rank ended without MPI_Finalize; mpiexec, which then ends the "
                               "others, says: {}",
                               words_.signal)
                 : fmt::format("a rank ended without MPI_Finalize: {}", words_.signal);
    if (!words_.other.empty())
      return "mpiexec failed: " + words_.other.substr(0, words_.other.find('\n'));
    // mpiexec sometimes ends before it has passed on what MPI_Abort prints. Status 1 is that of
    // programs which say in their own way what failed, such as tests.
    if (const int status = WEXITSTATUS(*child_status_); options_.quiet_banners && status > 1)
      return fmt::format("{} ended with status {}", command_.front(), status);
    return "";
  }

  static bool is_how_the_launcher_ends_ranks(const std::string &signal) {
    return signal.ends_with("(signal 9)") || signal.ends_with("(signal 15)");
  }

  static void say(const std::string &text) {
    write_all(STDERR_FILENO,
              fmt::format("{} {}{}", kOwnWord, text, text.ends_with('\n') ? "" : "\n"));
  }

  const std::vector<std::string> &command_;
  const SuperviseOptions &options_;
  SignalQueue signals_;
  MemorySweep memory_;
  LauncherWords words_;
  Child child_;
  Relay out_;
  Relay err_;
  const Clock::time_point started_ = Clock::now();
  std::optional<Clock::time_point> next_shown_; ///< when to say again that it runs
  std::optional<Clock::time_point> deadline_;
  std::optional<int> child_status_;
  int signal_ = 0;
  Outcome outcome_;
};

} // namespace

Outcome supervise(const std::vector<std::string> &command, const SuperviseOptions &options) {
  if (command.empty())
    throw InputError("no command was given; write it behind --");
  adopt_orphans();
  return Supervision(command, options).run();
}

} // namespace brigade
