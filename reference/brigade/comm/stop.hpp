#pragma once

namespace brigade {

/// SIGINT or SIGTERM once the process has been asked to stop, else 0. run_main sets the handlers.
int stop_requested();
/// The exit status of a program that stopped because of a signal: 130 for SIGINT, 143 for SIGTERM.
constexpr int stop_status(int signal) { return 128 + signal; }

} // namespace brigade
