#pragma once

#include "brigade/core/terminal.hpp"
#include "grader/verdict/verdict.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace brigade::grader {

enum class Ink { plain, bold, faint, good, bad, attention };

/// Text for a terminal: never wider than it (40 columns at least, 100 at most), coloured where it
/// takes colours, ASCII where it shows nothing else.
class TerminalPage {
public:
  explicit TerminalPage(const Terminal &terminal);

  std::size_t width() const { return width_; }
  bool has_utf8() const { return terminal_.utf8; }
  std::string inked(Ink ink, std::string_view text) const;
  /// What was printed by others, made harmless.
  std::string clean(std::string_view text) const;

  /// A line as it is: the caller has seen to its width.
  void line(std::string_view text);
  void blank();
  void paragraph(std::string_view content, std::size_t indent, Ink ink = Ink::plain);
  /// A paragraph behind a word, "where   rank 1 …"; nothing where it has no content.
  void labelled(std::string_view label, std::string_view content);
  /// A command behind a word. Where it is wrapped, each line but the last ends with a backslash, so
  /// that it can be copied as it stands.
  void command(std::string_view label, std::string_view content);
  /// Lines that are wrapped, so that nothing is lost; what does not fit goes on a little deeper. At
  /// most so many of them, and at most so many lines on the terminal for one that has no end.
  void passage(std::string_view content, std::size_t indent, std::size_t most_lines);
  /// Lines that are not broken but cut off at the width, at most so many of them.
  void block(std::string_view content, std::size_t indent, std::size_t most_lines);
  /// Rows under a heading in columns of their own width, if they fit; else false, and nothing is
  /// written. `inks`: one a row.
  bool table(const std::vector<std::vector<std::string>> &rows, const std::vector<Ink> &inks,
             std::size_t indent);
  std::string finish() && { return std::move(text_); }

private:
  /// Wrapped lines whose first one begins with room for the word.
  void add_labelled(std::string_view label, std::vector<std::string> lines);

  const Terminal terminal_;
  std::size_t width_;
  std::string text_;
};

} // namespace brigade::grader
