#include "brigade/core/progress_line.hpp"

#include <fmt/format.h>

namespace brigade {

namespace {

/// The first characters of a text; bytes 10xxxxxx go on with one that has begun.
std::string_view first_characters(std::string_view text, std::size_t count) {
  std::size_t bytes = 0;
  for (; bytes < text.size(); ++bytes)
    if ((static_cast<unsigned char>(text[bytes]) & 0xC0) != 0x80 && count-- == 0)
      break;
  return text.substr(0, bytes);
}

} // namespace

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
  fmt::print(stream_, "\033[K{}\r", first_characters(text, width));
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
