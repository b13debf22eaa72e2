#include "brigade/comm/stop.hpp"

#include <csignal>

namespace brigade {
namespace {

volatile std::sig_atomic_t signal_received = 0;

extern "C" void note_signal(int signal) { signal_received = signal; }

} // namespace

int stop_requested() { return signal_received; }

void listen_for_stop() {
  struct sigaction action = {};
  action.sa_handler = note_signal;
  // The second signal of a kind ends the process at once, should it not look at the first.
  action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

} // namespace brigade
