#include "brigade/core/progress_line.hpp"

#include "brigade/core/utf8.hpp"

#include <fmt/format.h>

namespace brigade {

std::string bar_text(double done, int columns, bool utf8) {
  const int filled = static_cast<int>(done * columns);
  std::string bar;
  for (int i = 0; i < columns; ++i)
    bar += utf8 ? (i < filled ? "█" : "░") : (i < filled ? "#" : ".");
  return bar;
}

void ProgressLine::show(std::string_view text) {
  if (!terminal_.is_terminal)
    return;
  const auto width = static_cast<std::size_t>(terminal_.columns > 1 ? terminal_.columns - 1 : 1);
  fmt::print(stream_, "\033[K{}\r", text.substr(0, bytes_of_characters(text, width)));
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
