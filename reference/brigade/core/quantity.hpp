#pragma once

#include <string>

namespace brigade {

/// "1.5 KiB", "12 B": four digits at most.
std::string bytes_text(double bytes);
/// "3.2 ms", "45 µs".
std::string seconds_text(double seconds);

} // namespace brigade
