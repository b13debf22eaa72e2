#include "brigade/core/quantity.hpp"

#include <fmt/format.h>

namespace brigade {

std::string bytes_text(double bytes) {
  for (const char *unit : {"B", "KiB", "MiB", "GiB"}) {
    if (bytes < 1024)
      return fmt::format("{:.4g} {}", bytes, unit);
    bytes /= 1024;
  }
  return fmt::format("{:.4g} TiB", bytes);
}

std::string seconds_text(double seconds) {
  for (const char *unit : {"s", "ms", "µs"}) {
    if (seconds >= 1 || seconds == 0)
      return fmt::format("{:.4g} {}", seconds, unit);
    seconds *= 1000;
  }
  return fmt::format("{:.4g} ns", seconds);
}

} // namespace brigade
