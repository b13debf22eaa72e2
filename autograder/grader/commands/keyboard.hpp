#pragma once

#include <termios.h>

#include <chrono>
#include <optional>

namespace brigade::grader {

/// Single keys from a terminal, without Enter and without echo, for as long as this lives; the
/// terminal's own ways come back then. Where standard input is no terminal there are no keys, and
/// waiting for one only waits.
class Keyboard {
public:
  Keyboard();
  ~Keyboard();
  Keyboard(const Keyboard &) = delete;
  Keyboard &operator=(const Keyboard &) = delete;

  bool is_there() const { return before_.has_value(); }
  /// The next key, or nothing when the time is over. 'q' at the end of input (Ctrl-D, a line that
  /// was cut).
  std::optional<char> wait(std::chrono::milliseconds time) const;

private:
  std::optional<termios> before_;
};

} // namespace brigade::grader
