#pragma once

#include "brigade/core/terminal.hpp"

#include <string>
#include <string_view>

namespace brigade::grader {

/// One line at the bottom of a terminal that says what is being done now; nothing where nobody
/// looks.
class ProgressLine {
public:
  explicit ProgressLine(Terminal terminal) : terminal_(terminal) {}
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;

  void show(std::string_view text);
  /// Before anything else is printed.
  void clear();

private:
  Terminal terminal_;
  bool shown_ = false;
};

} // namespace brigade::grader
