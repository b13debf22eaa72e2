#include "grader/workshop/told_build.hpp"

#include "brigade/core/error.hpp"
#include "brigade/supervisor/child.hpp"

#include <fmt/format.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace brigade::grader {
namespace {

int status_of(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

ToldBuild build_and_tell(const Command &command,
                         const std::function<void(std::string_view)> &tell) {
  Command joined = {"sh", "-c", "exec \"$@\" 2>&1", "sh"}; // one pipe, so none fills unread
  joined.insert(joined.end(), command.begin(), command.end());
  const Child child = start_child(joined, ChildInput::none);
  close(child.err);
  ToldBuild build;
  std::FILE *stream = fdopen(child.out, "r");
  if (stream == nullptr) {
    const std::string reason = std::strerror(errno);
    close(child.out); // the build ends where it writes
    status_of(child.process);
    throw MachineError(fmt::format("what {} says cannot be read: {}", command.front(), reason));
  }
  char *line = nullptr;
  std::size_t room = 0;
  for (ssize_t bytes = 0; (bytes = getline(&line, &room, stream)) > 0;) {
    const std::string_view text(line, static_cast<std::size_t>(bytes));
    build.output += text;
    if (tell)
      tell(text.substr(0, text.find('\n')));
  }
  std::free(line);
  std::fclose(stream);
  build.status = status_of(child.process);
  return build;
}

} // namespace brigade::grader
