#pragma once

#include <functional>

namespace brigade {

/// What may be written to standard output, or standard error.
struct Terminal {
  bool is_terminal = false; ///< a person looks at it: progress bars may move
  int columns = 80;
  bool colours = false; ///< escape sequences of ANSI colours are wanted
  bool utf8 = false;    ///< characters beyond ASCII are shown
};

/// Standard output of this process. A rank's output passes through the launcher, which gives it a
/// pipe, so
/// `./kitchen` says in BRIGADE_TERMINAL how many columns the terminal behind it has
/// (BRIGADE_TERMINAL=1 says only that there is one, BRIGADE_COLUMNS then its width). Colours: not
/// where NO_COLOR is set, TERM is unset or "dumb", or nobody looks. UTF-8: as the first of LC_ALL,
/// LC_CTYPE and LANG that is set says.
Terminal standard_output();

/// Standard error of this process, where that itself is a terminal.
Terminal standard_error();

/// The same from facts: whether output goes to a terminal itself, its width (0: unknown), and a
/// look-up of environment variables that returns null for one that is not set.
Terminal terminal_from(bool is_tty, int tty_columns,
                       const std::function<const char *(const char *)> &environment);

} // namespace brigade
