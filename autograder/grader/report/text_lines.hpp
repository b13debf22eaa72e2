#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Lines of text for a terminal. Widths are in characters, not bytes.
namespace brigade::grader {

/// So many bytes, at most `most`, are whole characters from the front of UTF-8 text.
std::size_t whole_characters(std::string_view text, std::size_t most);
/// What a terminal may be given: control characters but line ends and tabs are shown as "\x1b",
/// bytes that are not UTF-8 as "\xff"; without `utf8`, what lies beyond ASCII as its nearest ASCII
/// text or "?".
std::string printable(std::string_view text, bool utf8);
/// The same text with U+FFFD for each byte that is not UTF-8 and each control character but line
/// ends and tabs: what JSON and XML may hold.
std::string well_formed(std::string_view text);
/// The first and last parts of a text longer than `most` bytes, with a line between them that says
/// how much was left out.
std::string shortened(std::string_view text, std::size_t most);
/// Breaks at blanks into lines of at most `width` characters; a longer word is cut. Line ends in
/// the text are kept. `indent` blanks stand before each line and count; further lines of a
/// paragraph get `hanging` more.
std::vector<std::string> wrap(std::string_view text, std::size_t width, std::size_t indent = 0,
                              std::size_t hanging = 0);

} // namespace brigade::grader
