#include "brigade/supervisor/signals.hpp"

#include "brigade/core/error.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace brigade {
namespace {

constexpr std::array<int, 6> kSignals = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD, SIGPIPE};

// A signal handler reaches nothing but globals.
int write_end = -1;
int read_end = -1;
std::array<struct sigaction, kSignals.size()> former;

extern "C" void enqueue(int signal) {
  const int before = errno;
  const auto byte = static_cast<unsigned char>(signal);
  [[maybe_unused]] const auto written =
      write(write_end, &byte, 1); // full: others are waiting already
  errno = before;
}

} // namespace

SignalQueue::SignalQueue() {
  std::array<int, 2> ends;
  if (pipe(ends.data()) != 0)
    throw MachineError(std::string("no pipe for signals: ") + std::strerror(errno));
  for (const int end : ends) {
    fcntl(end, F_SETFD, FD_CLOEXEC);
    fcntl(end, F_SETFL, O_NONBLOCK);
  }
  read_end = ends[0];
  write_end = ends[1];
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    struct sigaction action {};
    action.sa_handler = kSignals[i] == SIGPIPE ? SIG_IGN : enqueue;
    action.sa_flags = SA_RESTART;
    sigaction(kSignals[i], &action, &former[i]);
    // Under nohup, a terminal that is closed ends nothing.
    if (kSignals[i] == SIGHUP && former[i].sa_handler == SIG_IGN)
      sigaction(SIGHUP, &former[i], nullptr);
  }
}

SignalQueue::~SignalQueue() {
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    sigaction(kSignals[i], &former[i], nullptr);
  close(read_end);
  close(write_end);
}

int SignalQueue::descriptor() const { return read_end; }

int SignalQueue::take() {
  int first = 0;
  for (unsigned char byte = 0; read(read_end, &byte, 1) == 1;)
    if (first == 0 && byte != SIGCHLD)
      first = byte;
  return first;
}

} // namespace brigade
