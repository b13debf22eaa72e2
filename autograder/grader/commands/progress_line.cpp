#include "grader/commands/progress_line.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace brigade::grader {

void ProgressLine::show(std::string_view text) {
  if (!terminal_.is_terminal)
    return;
  const auto width = static_cast<std::size_t>(terminal_.columns > 1 ? terminal_.columns - 1 : 1);
  fmt::print("\r\033[K{}", text.substr(0, width));
  std::fflush(stdout);
  shown_ = true;
}

void ProgressLine::clear() {
  if (shown_)
    fmt::print("\r\033[K");
  std::fflush(stdout);
  shown_ = false;
}

} // namespace brigade::grader
