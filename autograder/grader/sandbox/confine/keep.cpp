#include "keep.hpp"

#include "fail.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <cerrno>
#include <csignal>

namespace {

[[noreturn]] void end_as(int status) {
  if (WIFSIGNALED(status)) {
    const rlimit no_core{};
    setrlimit(RLIMIT_CORE, &no_core);
    std::signal(WTERMSIG(status), SIG_DFL);
    std::raise(WTERMSIG(status));
    _exit(128 + WTERMSIG(status)); // where that signal is blocked
  }
  _exit(WEXITSTATUS(status));
}

/// In the child.
void end_with(pid_t keeper) {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (getppid() != keeper) // it ended before that was said
    _exit(125);
}

} // namespace

void keep() {
  const pid_t keeper = getpid();
  const pid_t child = fork();
  if (child < 0)
    fail("fork");
  if (child == 0)
    return end_with(keeper);
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      fail("waitpid");
  end_as(status);
}
