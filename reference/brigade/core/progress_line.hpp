#pragma once

#include "brigade/core/terminal.hpp"

#include <cstdio>
#include <string>
#include <string_view>

namespace brigade {

/// A bar of `columns` places, of which `done` (0 to 1) are filled: "##..", or "██░░" in UTF-8.
std::string bar_text(double done, int columns, bool utf8);

/// One line at the bottom of a terminal that says what is being done now; nothing where nobody
/// looks. The cursor stays at its begin, so that what others write takes its place.
class ProgressLine {
public:
  /// `terminal` says what `stream` goes to (standard_output(), standard_error()).
  explicit ProgressLine(Terminal terminal, std::FILE *stream = stdout)
      : terminal_(terminal), stream_(stream) {}
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;

  /// In place of what was shown; cut to the terminal's width.
  void show(std::string_view text);
  /// Before anything else is printed.
  void clear();

private:
  Terminal terminal_;
  std::FILE *stream_;
  bool is_shown_ = false;
};

} // namespace brigade
