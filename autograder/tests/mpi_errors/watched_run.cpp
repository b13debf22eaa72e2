#include "mpi_errors/watched_run.hpp"

#include "grader/launch/board_watch.hpp"

#include "brigade/supervisor/child.hpp"
#include "brigade/supervisor/process_tree.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace brigade::testing {
namespace {

using Clock = std::chrono::steady_clock;

std::vector<std::filesystem::path> sources() {
  std::vector<std::filesystem::path> found;
  for (const auto &entry :
       std::filesystem::directory_iterator(std::filesystem::path(MPI_ERRORS_FOLDER) / "cases"))
    found.push_back(entry.path());
  return found;
}

void set(const char *name, const std::string &value) {
  if (value.empty())
    unsetenv(name);
  else
    setenv(name, value.c_str(), 1);
}

Child start(int ranks, const std::vector<std::string> &arguments, const RunOptions &options,
            const std::string &board) {
  std::vector<std::string> command;
  std::istringstream mpiexec(MPI_ERRORS_MPIEXEC);
  for (std::string word; std::getline(mpiexec, word, '|');)
    command.push_back(word);
  command.insert(command.end(), {"-n", std::to_string(ranks), MPI_ERRORS_PROGRAM});
  command.insert(command.end(), arguments.begin(), arguments.end());
  set("BRIGADE_BOARD", board);
  set("BRIGADE_TRIAL_SYNCHRONOUS", options.synchronous ? "1" : "");
  set("BRIGADE_TRIAL_CHAOS", options.chaos ? std::to_string(*options.chaos) : "");
  return start_child(command);
}

/// Passes on nothing: what MPI says when it is ended is not looked at.
void drain(const Child &child) {
  std::array<pollfd, 2> ends{pollfd{child.out, POLLIN, 0}, pollfd{child.err, POLLIN, 0}};
  if (poll(ends.data(), ends.size(), 20) <= 0)
    return;
  std::array<char, 4096> buffer{};
  bool got = false;
  for (const pollfd &end : ends)
    if (end.revents & POLLIN)
      got = read(end.fd, buffer.data(), buffer.size()) > 0 || got;
  if (!got)
    usleep(20'000);
}

} // namespace

std::string Watched::text() const {
  std::string text = fmt::format("after {:.2f} s, ended: {}, status {}\n", seconds, ended, status);
  if (hang)
    text += fmt::format("hung: {}\n  cause: {}\n", hang->sentence, hang->cause);
  if (mismatch)
    text += fmt::format("mismatch: {}\n  cause: {}\n", mismatch->sentence, mismatch->cause);
  if (crash)
    text += fmt::format("crash: rank {}: {}\n  cause: {}\n", crash->rank, crash->sentence,
                        crash->cause);
  if (!ended_early.empty())
    text += fmt::format("ended early: {}\n", ended_early);
  return text + fmt::format("notes: {}\n", notes);
}

Watched run_watched(int ranks, const std::vector<std::string> &arguments,
                    const RunOptions &options) {
  adopt_orphans();
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / fmt::format("brigade-board-{}", getpid());
  grader::BoardWatch watch(file, ranks, MPI_ERRORS_PROGRAM, sources());
  const Child child = start(ranks, arguments, options, file);
  Watched result;
  std::optional<Clock::time_point> started;
  const Clock::time_point begin = Clock::now();
  const auto seconds_since = [](Clock::time_point then) {
    return std::chrono::duration<double>(Clock::now() - then).count();
  };
  while (!result.ended && seconds_since(begin) < options.limit) {
    drain(child);
    if (!started && watch.all_started()) {
      started = Clock::now();
      std::filesystem::remove(file);
    }
    if (started && options.meanwhile)
      options.meanwhile(seconds_since(*started), watch.processes());
    if ((result.crash = watch.failed()) || (result.mismatch = watch.mismatched()) ||
        (result.hang = watch.hung()))
      break;
    int status = 0;
    if (waitpid(child.process, &status, WNOHANG) == child.process) {
      result.ended = true;
      result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      result.ended_early = watch.ended_early();
      // What a rank has found as it ended.
      (result.crash = watch.failed()) || (result.mismatch = watch.mismatched());
    }
  }
  result.seconds = started ? seconds_since(*started) : 0;
  if (!result.ended && !result.crash && !result.mismatch && !result.hang)
    result.roll_call = watch.roll_call();
  result.notes = watch.notes();
  end_descendants(child.process);
  close(child.out);
  close(child.err);
  std::filesystem::remove(file);
  return result;
}

std::string place_of(const std::string &name) {
  for (const std::filesystem::path &source : sources()) {
    std::ifstream file(source);
    int number = 0;
    for (std::string line; std::getline(file, line);) {
      ++number;
      if (line.ends_with("// @" + name))
        return fmt::format("{}:{}", source.filename().string(), number + 1);
    }
  }
  return "no line is marked // @" + name;
}

} // namespace brigade::testing
