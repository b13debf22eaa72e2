#include "brigade/core/progress_line.hpp"

#include <fmt/format.h>

namespace brigade {

void ProgressLine::show(std::string_view text) {
  if (!terminal_.is_terminal)
    return;
  const auto width = static_cast<std::size_t>(terminal_.columns > 1 ? terminal_.columns - 1 : 1);
  fmt::print(stream_, "\033[K{}\r", text.substr(0, width));
  std::fflush(stream_);
  is_shown_ = true;
}

void ProgressLine::clear() {
  if (is_shown_)
    fmt::print(stream_, "\033[K");
  std::fflush(stream_);
  is_shown_ = false;
}

} // namespace brigade
