#include "brigade/supervisor/child.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace brigade {
namespace {

struct Pipe {
  Pipe() {
    std::array<int, 2> ends;
    if (pipe(ends.data()) != 0)
      throw MachineError(fmt::format("no pipe for a command's output: {}", std::strerror(errno)));
    for (const int end : ends)
      fcntl(end, F_SETFD, FD_CLOEXEC);
    read_end = ends[0];
    write_end = ends[1];
  }
  int read_end;
  int write_end;
};

void tell_terminal() {
  winsize size{};
  if (isatty(STDOUT_FILENO) == 0)
    unsetenv("BRIGADE_TERMINAL");
  else if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    setenv("BRIGADE_TERMINAL", std::to_string(size.ws_col).c_str(), 1);
  else
    setenv("BRIGADE_TERMINAL", "80", 1);
}

/// In the new process, up to its own program.
[[noreturn]] void become(const std::vector<std::string> &command, ChildInput input, const Pipe &out,
                         const Pipe &err, const Pipe &failure) {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  setpgid(0, 0);
  signal(SIGPIPE, SIG_DFL);
  tell_terminal();
  if (input == ChildInput::none || isatty(STDIN_FILENO) != 0) {
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    close(nothing);
  }
  dup2(out.write_end, STDOUT_FILENO);
  dup2(err.write_end, STDERR_FILENO);
  std::vector<char *> arguments;
  for (const std::string &argument : command)
    arguments.push_back(const_cast<char *>(argument.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments.front(), arguments.data());
  const int reason = errno;
  [[maybe_unused]] const auto written = write(failure.write_end, &reason, sizeof reason);
  _exit(127);
}

} // namespace

Child start_child(const std::vector<std::string> &command, ChildInput input) {
  const Pipe out;
  const Pipe err;
  const Pipe failure; // closes by itself when the program starts
  const pid_t process = fork();
  if (process < 0)
    throw MachineError(fmt::format("no process for {}: {}", command.front(), std::strerror(errno)));
  if (process == 0)
    become(command, input, out, err, failure);
  setpgid(process, process); // whoever comes first, so that the group is there from now on
  for (const Pipe *pipe : {&out, &err, &failure})
    close(pipe->write_end);
  int reason = 0;
  const bool failed = read(failure.read_end, &reason, sizeof reason) == sizeof reason;
  close(failure.read_end);
  if (failed) {
    waitpid(process, nullptr, 0);
    close(out.read_end);
    close(err.read_end);
    throw MachineError(fmt::format("cannot start {}: {}", command.front(), std::strerror(reason)));
  }
  return {process, out.read_end, err.read_end};
}

} // namespace brigade
