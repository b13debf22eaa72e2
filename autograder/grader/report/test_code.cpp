#include "grader/report/test_code.hpp"

#include "brigade/core/read_file.hpp"

namespace brigade::grader {
namespace {

/// Position behind the quoted text or comment that begins at `at`; `at` where none does.
std::size_t behind_quote(const std::string &text, std::size_t at) {
  if (text.compare(at, 2, "//") == 0)
    return std::min(text.find('\n', at), text.size());
  if (text[at] != '"' && text[at] != '\'')
    return at;
  const bool is_digit_separator = text[at] == '\'' && at > 0 && std::isdigit(text[at - 1]) != 0;
  if (is_digit_separator)
    return at;
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != quote; ++at)
    if (text[at] == '\\')
      ++at;
  return std::min(at + 1, text.size());
}

} // namespace

std::string test_code(const std::filesystem::path &trial, const std::string &test) {
  const std::string text = read_file_if_any(trial).value_or("");
  for (std::size_t begin = text.find("TEST("); begin != std::string::npos;
       begin = text.find("TEST(", begin + 1)) {
    const std::size_t close = text.find(')', begin), comma = text.find(',', begin);
    if (close == std::string::npos || comma > close)
      return "";
    std::string name = text.substr(comma + 1, close - comma - 1);
    std::erase_if(name, [](unsigned char c) { return std::isspace(c) != 0; });
    if (name != test)
      continue;
    int depth = 0;
    for (std::size_t at = close; at < text.size();) {
      if (const std::size_t behind = behind_quote(text, at); behind != at) {
        at = behind;
        continue;
      }
      depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
      ++at;
      if (depth == 0 && text[at - 1] == '}')
        return text.substr(begin, at - begin);
    }
    return "";
  }
  return "";
}

} // namespace brigade::grader
