#include "grader/commands/debug.hpp"

#include "grader/launch/launch_folder.hpp"

#include "brigade/core/error.hpp"
#include "brigade/supervisor/child.hpp"
#include "brigade/supervisor/installed.hpp"
#include "brigade/supervisor/launcher_words.hpp"
#include "brigade/supervisor/process_tree.hpp"
#include "brigade/supervisor/shared_memory.hpp"
#include "brigade/supervisor/signals.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>

extern char **environ;

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr const char *kInstall = "gdb is not installed: sudo apt-get install gdb";

/// What is run, and where it is looked at.
struct Place {
  int ranks = 0; ///< 0: a pure exercise
  int size = 0;  ///< of its mesh
  int rank = 0;
};

/// The smallest number of ranks with several of them and the wanted one, unless one is asked for.
Place place_of(const Exercise &exercise, const RunOptions &options) {
  const std::vector<int> &offered = exercise.runs_on_ranks() ? exercise.ranks : exercise.sizes;
  if (options.grade.ranks.size() > 1)
    throw InputError(fmt::format("--debug runs one number of ranks, and was given {}: --ranks {}",
                                 fmt::join(options.grade.ranks, ","), options.grade.ranks.front()));
  int chosen = options.grade.ranks.empty() ? 0 : options.grade.ranks.front();
  const int least = exercise.runs_on_ranks() ? std::max(2, options.rank + 1) : 2;
  if (chosen == 0)
    for (const int size : offered)
      if (size >= least && (chosen == 0 || size < chosen))
        chosen = size;
  if (!exercise.runs_on_ranks()) {
    if (options.rank != 0)
      throw InputError(
          fmt::format("{} runs in one process: there is no rank {}", exercise.id, options.rank));
    return {0, chosen > 0 ? chosen : offered.front(), 0};
  }
  if (chosen == 0 && options.rank == 0)
    chosen = offered.front();
  if (options.rank >= chosen)
    throw InputError(fmt::format("there is no rank {} on {} ranks: --ranks {} has one",
                                 options.rank, chosen > 0 ? chosen : offered.back(),
                                 options.rank + 1));
  return {chosen, 0, options.rank};
}

std::vector<std::string> command_of(const Program &program, const Place &place,
                                    const GradeOptions &options, const fs::path &told) {
  std::vector<std::string> command;
  if (place.ranks > 0) {
    command = program.mpiexec;
    command.insert(command.end(), {"-prepend-rank", "-n", std::to_string(place.ranks)});
  }
  command.insert(command.end(), {program.file.string(), fmt::format("--seed={}", options.seed),
                                 fmt::format("--debugged-rank={}", place.rank),
                                 fmt::format("--debugged-file={}", told.string()),
                                 // What passes is not told: it comes through pipes, later than the
                                 // debugger's words, and would stand in the middle of these.
                                 "--gtest_brief=1"});
  if (place.size > 0)
    command.push_back(fmt::format("--sizes={}", place.size));
  if (!options.tests.empty())
    command.push_back(fmt::format("--gtest_filter=*.{}", fmt::join(options.tests, ":*.")));
  return command;
}

/// A job of which one rank waits for a debugger, and the debugger on our terminal.
class DebuggedJob {
public:
  DebuggedJob(const std::vector<std::string> &command, const fs::path &told)
      : told_(told), child_(start_child(command, ChildInput::none)) {}
  ~DebuggedJob() {
    memory_.note_users(descendants());
    end_descendants(child_.process);
    memory_.sweep();
  }
  DebuggedJob(const DebuggedJob &) = delete;
  DebuggedJob &operator=(const DebuggedJob &) = delete;

  /// The process that waits; nothing where the job ended before, or was interrupted.
  std::optional<pid_t> waiting_process() {
    constexpr auto kStart = std::chrono::seconds(60);
    const auto latest = Clock::now() + kStart;
    while (!fs::exists(told_)) {
      if (look() || signal_ != 0)
        return std::nullopt;
      if (Clock::now() > latest)
        throw MachineError(fmt::format("the ranks were not past MPI_Init after {} s; ./kitchen "
                                       "doctor looks at the machine",
                                       kStart.count()));
    }
    pid_t process = 0;
    std::ifstream(told_) >> process;
    return process;
  }

  /// Returns when `debugger` has ended. Ctrl-C is its business.
  void run(const std::vector<std::string> &debugger) {
    std::vector<char *> arguments;
    for (const std::string &argument : debugger)
      arguments.push_back(const_cast<char *>(argument.c_str()));
    arguments.push_back(nullptr);
    const int failed =
        posix_spawnp(&debugger_, arguments.front(), nullptr, nullptr, arguments.data(), environ);
    if (failed != 0)
      throw MachineError(
          fmt::format("{} cannot be started: {}", debugger.front(), std::strerror(failed)));
    while (!debugger_ended_ && signal_ == 0)
      look();
  }

  /// Returns when the job has ended, or a signal asks for an end.
  void wait() {
    while (!look() && signal_ == 0) {
    }
  }

  /// That asked for an end, or 0.
  int signal() const { return signal_; }
  int status() const { return status_; }

private:
  /// Passes on what the ranks print. @return whether the job has ended.
  bool look() {
    constexpr int kLook = 50;
    std::array<pollfd, 3> watched = {pollfd{signals_.descriptor(), POLLIN, 0},
                                     pollfd{child_.out, POLLIN, 0}, pollfd{child_.err, POLLIN, 0}};
    if (poll(watched.data(), watched.size(), kLook) == 0) {
      show(filter_out_.flush());
      show(filter_err_.flush());
    }
    if (watched[1].revents != 0)
      pass(child_.out, filter_out_);
    if (watched[2].revents != 0)
      pass(child_.err, filter_err_);
    const int signal = signals_.take();
    if (signal != 0 && !(signal == SIGINT && debugger_ > 0))
      signal_ = signal;
    int status = 0;
    for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) > 0;) {
      debugger_ended_ = debugger_ended_ || ended == debugger_;
      if (ended == child_.process) {
        job_ended_ = true;
        status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
      }
    }
    return job_ended_ && child_.out < 0 && child_.err < 0;
  }

  static void pass(int &from, LauncherFilter &filter) {
    std::array<char, 16384> buffer{};
    const ssize_t got = read(from, buffer.data(), buffer.size());
    if (got > 0) {
      show(filter.take({buffer.data(), static_cast<std::size_t>(got)}));
    } else if (got == 0 || errno != EINTR) {
      show(filter.flush());
      close(from);
      from = -1;
    }
  }

  static void show(const std::string &text) {
    if (!text.empty()) {
      fmt::print("{}", text);
      std::fflush(stdout);
    }
  }

  const fs::path &told_;
  SignalQueue signals_;
  MemorySweep memory_;
  LauncherWords words_;
  LauncherFilter filter_out_{words_}, filter_err_{words_};
  Child child_;
  pid_t debugger_ = 0;
  bool debugger_ended_ = false, job_ended_ = false;
  int signal_ = 0, status_ = 0;
};

std::vector<std::string> gdb_on(pid_t process, const std::vector<std::string> &functions) {
  std::vector<std::string> command = {"gdb", "--quiet"};
  // Of libraries, threads and more pages there would be a screenful before the student's line.
  for (const char *setting : {"set print symbol-loading off", "set print thread-events off",
                              "set pagination off", "set breakpoint pending on", "set confirm off"})
    command.insert(command.end(), {"-iex", setting});
  command.insert(command.end(), {"-p", std::to_string(process)});
  for (const std::string &function : functions)
    command.insert(command.end(), {"-ex", "break -qualified " + function});
  command.insert(command.end(), {"-ex", "continue"});
  return command;
}

/// Some systems let nobody look into a process that runs already.
void check_attaching_is_allowed() {
  int scope = 0;
  std::ifstream("/proc/sys/kernel/yama/ptrace_scope") >> scope;
  if (scope > 1 && geteuid() != 0)
    throw MachineError("this system lets no debugger look into a running program: sudo sysctl "
                       "kernel.yama.ptrace_scope=1");
}

std::string who(const Place &place) {
  return place.ranks > 0 ? fmt::format("rank {} of {}", place.rank, place.ranks)
                         : fmt::format("the program, mesh size {}", place.size);
}

/// Said before the ranks say anything.
void introduce_gdb(const Exercise &exercise, const Place &place,
                   const std::vector<std::string> &functions) {
  fmt::print("{} {}: {} stops in gdb where {} begins{}.\n"
             "  next       the line below\n"
             "  step       into a call\n"
             "  print X    the value of X\n"
             "  backtrace  who called\n"
             "  continue   on, to the next call of it\n"
             "  quit       ends {}\n\n",
             exercise.number, exercise.id, who(place), fmt::join(functions, ", "),
             place.ranks > 1 ? "; the others run on until they wait for it" : "",
             place.ranks > 0 ? "all ranks" : "it");
  std::fflush(stdout);
}

int with_gdb(DebuggedJob &job, pid_t process, const Place &place,
             const std::vector<std::string> &functions) {
  job.run(gdb_on(process, functions));
  fmt::print("{} ended with the debugger.\n", place.ranks > 0 ? "All ranks" : "The program");
  return job.signal() == 0 ? 0 : 128 + job.signal();
}

int without_gdb(DebuggedJob &job, pid_t process, const Place &place,
                const std::vector<std::string> &functions) {
  fmt::print("{0} is process {1} and waits for a debugger.\n"
             "  attach   lldb -p {1}, or your editor's \"attach to process\" {1}\n"
             "  stop at  {2}\n"
             "  Ctrl-C   ends {3}\n",
             place.ranks > 0 ? fmt::format("Rank {} of {}", place.rank, place.ranks)
                             : "The program",
             process, fmt::join(functions, ", "), place.ranks > 0 ? "all ranks" : "it");
  std::fflush(stdout);
  job.wait();
  return job.signal() == 0 ? job.status() : 128 + job.signal();
}

} // namespace

int debug_exercise(Session &session, const RunOptions &options) {
  const std::vector<const Exercise *> exercises = session.course().select(options.word);
  if (exercises.size() != 1)
    throw InputError(
        fmt::format("--debug looks at one exercise, and {} means {}: ./kitchen grade {} --debug",
                    options.word.empty() ? "none given" : options.word, exercises.size(),
                    exercises.front()->id));
  const Exercise &exercise = *exercises.front();
  if (exercise.kind == ExerciseKind::answers)
    throw InputError(fmt::format("{} asks for answers; there is nothing to run", exercise.id));
  const Place place = place_of(exercise, options);
  const bool has_gdb = is_installed("gdb");
  if (!has_gdb && isatty(STDIN_FILENO) == 0)
    throw MachineError(kInstall);
  check_attaching_is_allowed();
  const Preset preset = options.asan ? Preset::asan : Preset::release;
  std::vector<std::string> functions;
  const auto built =
      Workshop(project_root(), preset)
          .build_for_debugger(exercise, session.need_work_copy(exercise),
                              session.scratch_of(exercise, preset) / "debugger", functions);
  if (const auto *failure = std::get_if<CompileFailure>(&built)) {
    fmt::print(stderr, "{}:{}: {}\n{}\n", failure->file, failure->line, failure->sentence,
               failure->source_line);
    return 1;
  }
  if (has_gdb)
    introduce_gdb(exercise, place, functions);
  else
    fmt::print(stderr, "brigade: error: {}\n", kInstall);
  adopt_orphans();
  const LaunchFolder folder(SandboxLevel::none);
  const fs::path told = folder.shared() / "process";
  setenv("UCX_HANDLE_ERRORS", "none", 1);
  // Leaks cannot be looked for below a debugger, and where memory is misused it shall stop.
  setenv("ASAN_OPTIONS", "detect_leaks=0:abort_on_error=1", 1);
  DebuggedJob job(command_of(std::get<Program>(built), place, options.grade, told), told);
  const std::optional<pid_t> process = job.waiting_process();
  if (!process)
    return job.signal() == 0 ? std::max(1, job.status()) : 128 + job.signal();
  return has_gdb ? with_gdb(job, *process, place, functions)
                 : without_gdb(job, *process, place, functions);
}

} // namespace brigade::grader
