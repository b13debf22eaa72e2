#include "brigade/core/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>

namespace brigade {

namespace {

int positive_number(std::string_view text) {
  int number = 0;
  const char *end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number);
  return result.ec == std::errc() && result.ptr == end ? std::max(number, 0) : 0;
}

bool names_utf8(std::string locale) {
  std::ranges::transform(locale, locale.begin(), [](unsigned char c) { return std::tolower(c); });
  return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
}

Terminal terminal_of(int file) {
  const bool is_tty = isatty(file) != 0;
  winsize size{};
  const bool has_size = is_tty && ioctl(file, TIOCGWINSZ, &size) == 0;
  return terminal_from(is_tty, has_size ? size.ws_col : 0,
                       [](const char *name) { return std::getenv(name); });
}

} // namespace

Terminal terminal_from(bool is_tty, int tty_columns,
                       const std::function<const char *(const char *)> &environment) {
  auto value_of = [&](const char *name) -> std::string_view {
    const char *value = environment(name);
    return value == nullptr ? std::string_view() : std::string_view(value);
  };
  Terminal terminal;
  const int behind_launcher = positive_number(value_of("BRIGADE_TERMINAL"));
  terminal.is_terminal = is_tty || behind_launcher > 0;
  for (const int columns : {tty_columns, behind_launcher > 1 ? behind_launcher : 0,
                            positive_number(value_of("BRIGADE_COLUMNS")),
                            positive_number(value_of("COLUMNS")), terminal.columns})
    if (columns > 0) {
      terminal.columns = columns;
      break;
    }
  const std::string_view type = value_of("TERM");
  terminal.colours =
      terminal.is_terminal && value_of("NO_COLOR").empty() && !type.empty() && type != "dumb";
  for (const char *name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (const std::string_view locale = value_of(name); !locale.empty()) {
      terminal.utf8 = names_utf8(std::string(locale));
      break;
    }
  return terminal;
}

Terminal standard_output() { return terminal_of(STDOUT_FILENO); }

Terminal standard_error() {
  Terminal terminal = terminal_of(STDERR_FILENO);
  if (isatty(STDERR_FILENO) == 0)
    terminal.is_terminal = terminal.colours = false;
  return terminal;
}

} // namespace brigade
