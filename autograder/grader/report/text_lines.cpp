#include "grader/report/text_lines.hpp"

#include "brigade/core/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace brigade::grader {
namespace {

std::string_view ascii_of(std::string_view character) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kNearest{{{"…", "..."},
                                                                                    {"–", "-"},
                                                                                    {"—", "-"},
                                                                                    {"·", "*"},
                                                                                    {"×", "x"},
                                                                                    {"≤", "<="},
                                                                                    {"≥", ">="},
                                                                                    {"≈", "~"},
                                                                                    {"‘", "'"},
                                                                                    {"’", "'"},
                                                                                    {"“", "\""},
                                                                                    {"”", "\""}}};
  const auto found =
      std::ranges::find(kNearest, character, &std::pair<std::string_view, std::string_view>::first);
  return found == kNearest.end() ? "?" : found->second;
}

} // namespace

std::size_t whole_characters(std::string_view text, std::size_t most) {
  if (text.size() <= most)
    return text.size();
  while (most > 0 && is_inside_character(text[most]))
    --most;
  return most;
}

std::string printable(std::string_view text, bool utf8) {
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t bytes = character_length(text.substr(at));
    const auto byte = static_cast<unsigned char>(text[at]);
    const bool is_control =
        byte < 0x20 || byte == 0x7F ||
        (bytes == 2 && byte == 0xC2 && static_cast<unsigned char>(text[at + 1]) < 0xA0);
    if (text[at] == '\n')
      shown += '\n';
    else if (text[at] == '\t')
      shown += "    ";
    else if (text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n')
      ;
    else if (bytes == 0 || is_control)
      shown += fmt::format("\\x{:02x}", byte);
    else if (bytes == 1 || utf8)
      shown += text.substr(at, bytes);
    else
      shown += ascii_of(text.substr(at, bytes));
    at += std::max<std::size_t>(bytes, 1);
  }
  return shown;
}

std::string well_formed(std::string_view text) {
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t bytes = character_length(text.substr(at));
    const std::string_view character = text.substr(at, std::max<std::size_t>(bytes, 1));
    const auto byte = static_cast<unsigned char>(text[at]);
    const bool is_control =
        bytes == 1 && ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F);
    const bool is_no_character = character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF";
    if (byte == '\r' && at + 1 < text.size() && text[at + 1] == '\n')
      ; // a line end of another system
    else
      result += bytes == 0 || is_control || is_no_character ? kReplacement : character;
    at += character.size();
  }
  return result;
}

std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most)
    return std::string(text);
  constexpr std::size_t kWord = 64; // room for the line between, so that twice is as once
  const std::size_t half = most > 2 * kWord ? (most - kWord) / 2 : most / 4;
  const std::size_t head = whole_characters(text, half);
  std::size_t tail = text.size() - half;
  while (tail < text.size() && is_inside_character(text[tail]))
    ++tail;
  return fmt::format("{}\n… {} bytes left out …\n{}", text.substr(0, head), tail - head,
                     text.substr(tail));
}

std::vector<std::string> wrap(std::string_view text, std::size_t width, std::size_t indent,
                              std::size_t hanging) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view rest = text.substr(begin, end - begin);
    begin = end + 1;
    // Blanks at the front belong to the text: they show how it is nested.
    const std::size_t front = std::min(rest.find_first_not_of(' '), rest.size());
    std::size_t margin = indent + std::min(front, width / 4);
    rest.remove_prefix(front);
    do {
      const std::size_t room = width > margin + 8 ? width - margin : 8;
      std::size_t cut = bytes_of_characters(rest, room);
      if (cut < rest.size() && rest[cut] != ' ')
        if (const std::size_t blank = rest.substr(0, cut).rfind(' ');
            blank != std::string_view::npos && blank > 0)
          cut = blank;
      lines.push_back(std::string(margin, ' ') + std::string(rest.substr(0, cut)));
      while (!lines.back().empty() && lines.back().back() == ' ')
        lines.back().pop_back();
      rest.remove_prefix(cut);
      rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
      if (margin == indent + std::min(front, width / 4))
        margin += hanging;
    } while (!rest.empty());
  }
  return lines;
}

} // namespace brigade::grader
