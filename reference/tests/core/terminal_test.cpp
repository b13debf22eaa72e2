#include "brigade/core/terminal.hpp"

#include "brigade/core/progress_line.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

namespace brigade {
namespace {

using Environment = std::map<std::string, std::string>;

Terminal terminal_of(bool is_tty, int columns, const Environment &environment) {
  return terminal_from(is_tty, columns, [&](const char *name) -> const char * {
    const auto found = environment.find(name);
    return found == environment.end() ? nullptr : found->second.c_str();
  });
}

TEST(Terminal, ShowsColoursOnATerminalOfAKnownType) {
  EXPECT_TRUE(terminal_of(true, 120, {{"TERM", "xterm-256color"}}).colours);
  EXPECT_FALSE(terminal_of(true, 120, {{"TERM", "dumb"}}).colours);
  EXPECT_FALSE(terminal_of(true, 120, {}).colours);
  EXPECT_FALSE(terminal_of(false, 0, {{"TERM", "xterm"}}).colours);
}

TEST(Terminal, NoColorIsObeyedUnlessItIsEmpty) {
  EXPECT_FALSE(terminal_of(true, 120, {{"TERM", "xterm"}, {"NO_COLOR", "1"}}).colours);
  EXPECT_TRUE(terminal_of(true, 120, {{"TERM", "xterm"}, {"NO_COLOR", ""}}).colours);
}

TEST(Terminal, BehindALauncherIsToldByTheEnvironment) {
  const Terminal wide = terminal_of(false, 0, {{"BRIGADE_TERMINAL", "132"}, {"TERM", "xterm"}});
  EXPECT_TRUE(wide.is_terminal);
  EXPECT_TRUE(wide.colours);
  EXPECT_EQ(wide.columns, 132);
  const Terminal flagged =
      terminal_of(false, 0, {{"BRIGADE_TERMINAL", "1"}, {"BRIGADE_COLUMNS", "100"}});
  EXPECT_TRUE(flagged.is_terminal);
  EXPECT_EQ(flagged.columns, 100);
  EXPECT_EQ(terminal_of(false, 0, {{"BRIGADE_TERMINAL", "1"}}).columns, 80);
  EXPECT_FALSE(terminal_of(false, 0, {}).is_terminal);
  EXPECT_FALSE(terminal_of(false, 0, {{"BRIGADE_TERMINAL", "yes"}}).is_terminal);
  EXPECT_FALSE(terminal_of(false, 0, {{"BRIGADE_TERMINAL", "0"}}).is_terminal);
}

TEST(Terminal, ItsOwnWidthCountsMost) {
  EXPECT_EQ(terminal_of(true, 120, {{"BRIGADE_TERMINAL", "90"}, {"COLUMNS", "70"}}).columns, 120);
  EXPECT_EQ(terminal_of(true, 0, {{"COLUMNS", "70"}}).columns, 70);
  EXPECT_EQ(terminal_of(true, 0, {{"COLUMNS", "-4"}}).columns, 80);
}

TEST(Terminal, TheFirstLocaleVariableThatIsSetDecidesOnUtf8) {
  EXPECT_TRUE(terminal_of(true, 80, {{"LANG", "de_DE.UTF-8"}}).utf8);
  EXPECT_TRUE(terminal_of(true, 80, {{"LC_CTYPE", "C.utf8"}}).utf8);
  EXPECT_FALSE(terminal_of(true, 80, {{"LC_ALL", "C"}, {"LANG", "en_GB.UTF-8"}}).utf8);
  EXPECT_TRUE(terminal_of(true, 80, {{"LC_ALL", ""}, {"LANG", "en_GB.UTF-8"}}).utf8);
  EXPECT_FALSE(terminal_of(true, 80, {}).utf8);
}

/// What a line that first says "reading", then more than there is room for, writes.
std::string written_on(Terminal terminal, const char *longer = "reading a long name") {
  char *text = nullptr;
  std::size_t size = 0;
  std::FILE *stream = open_memstream(&text, &size);
  {
    ProgressLine line(terminal, stream);
    line.show("reading");
    line.show(longer);
  }
  std::fclose(stream);
  const std::string written(text, size);
  std::free(text);
  return written;
}

TEST(ProgressLine, IsOneLineAndLeavesNothing) {
  EXPECT_EQ(written_on({.is_terminal = true, .columns = 13}),
            "\033[Kreading\r\033[Kreading a lo\r\033[K");
  EXPECT_EQ(written_on({.is_terminal = false}), "");
}

TEST(ProgressLine, IsCutBetweenCharacters) {
  EXPECT_EQ(written_on({.is_terminal = true, .columns = 4}, "█░µx"),
            "\033[Krea\r\033[K█░µ\r\033[K");
}

TEST(BarText, IsFilledByWhatIsDone) {
  EXPECT_EQ(bar_text(0, 4, false), "....");
  EXPECT_EQ(bar_text(0.5, 4, false), "##..");
  EXPECT_EQ(bar_text(0.74, 4, true), "██░░");
  EXPECT_EQ(bar_text(1, 4, true), "████");
}

} // namespace
} // namespace brigade
