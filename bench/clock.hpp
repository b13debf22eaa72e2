#pragma once

#include <chrono>

namespace brigade::bench {

/// Seconds, by the same clock on all processes of a machine, so that the start on one rank and the
/// end on another compare.
inline double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace brigade::bench
