#include "brigade/supervisor/capture.hpp"

#include "brigade/supervisor/child.hpp"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>

namespace brigade {
namespace {

using Clock = std::chrono::steady_clock;

/// A command that runs, and what it has said so far.
struct Running {
  Child child;
  Captured *into;
  Clock::time_point start;

  bool silent() const { return child.out < 0 && child.err < 0; }
};

void read_some(int &end, std::string &text) {
  std::array<char, 65536> buffer;
  const ssize_t got = read(end, buffer.data(), buffer.size());
  if (got > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(got));
  } else if (got == 0 || errno != EINTR) {
    close(end);
    end = -1;
  }
}

/// Ends what is past a limit: the whole process group, since compilers start programs of their own.
void hold(const Running &one, const CaptureLimits &limits) {
  const std::chrono::duration<double> elapsed = Clock::now() - one.start;
  one.into->timed_out =
      one.into->timed_out || (limits.seconds > 0 && elapsed.count() > limits.seconds);
  one.into->said_too_much =
      one.into->said_too_much ||
      (limits.bytes > 0 && one.into->out.size() + one.into->err.size() > limits.bytes);
  if (one.into->timed_out || one.into->said_too_much)
    kill(-one.child.process, SIGKILL);
}

/// Reads whatever any of them says: a pipe that nobody empties would stop its command.
void read_from(std::vector<Running> &running, const CaptureLimits &limits) {
  std::vector<pollfd> ends;
  for (const Running &one : running) {
    ends.push_back({one.child.out, POLLIN, 0});
    ends.push_back({one.child.err, POLLIN, 0});
  }
  constexpr int kLook = 100;
  poll(ends.data(), ends.size(), limits.seconds > 0 ? kLook : -1);
  for (std::size_t i = 0; i < running.size(); ++i) {
    if (ends[2 * i].revents != 0)
      read_some(running[i].child.out, running[i].into->out);
    if (ends[2 * i + 1].revents != 0)
      read_some(running[i].child.err, running[i].into->err);
    hold(running[i], limits);
  }
}

void finish(const Running &one) {
  int status = 0;
  while (waitpid(one.child.process, &status, 0) < 0 && errno == EINTR) {
  }
  one.into->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  one.into->seconds = std::chrono::duration<double>(Clock::now() - one.start).count();
}

} // namespace

Captured capture(const std::vector<std::string> &command) {
  return capture_all({&command, 1}, 1).front();
}

std::vector<Captured> capture_all(std::span<const std::vector<std::string>> commands, int at_once,
                                  const CaptureLimits &limits) {
  std::vector<Captured> captured(commands.size());
  std::vector<Running> running;
  for (std::size_t next = 0; next < commands.size() || !running.empty();) {
    while (next < commands.size() &&
           running.size() < static_cast<std::size_t>(std::max(1, at_once))) {
      const auto start = Clock::now();
      running.push_back({start_child(commands[next], ChildInput::none), &captured[next], start});
      ++next;
    }
    read_from(running, limits);
    std::erase_if(running, [](const Running &one) {
      if (one.silent())
        finish(one);
      return one.silent();
    });
  }
  return captured;
}

} // namespace brigade
