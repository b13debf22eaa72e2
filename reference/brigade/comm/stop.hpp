#pragma once

namespace brigade {

/// SIGINT or SIGTERM once the process has been asked to stop, else 0. The ranks learn it at
/// different times, so they agree (an all-reduce with max) before they stop.
int stop_requested();

/// The exit status of a program that stopped because of a signal: 130 for SIGINT, 143 for SIGTERM.
constexpr int stop_status(int signal) { return 128 + signal; }

/// From now on SIGINT and SIGTERM set the flag; a second one ends the process. run_main calls it.
void listen_for_stop();

} // namespace brigade
