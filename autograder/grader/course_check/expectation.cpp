#include "grader/course_check/expectation.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <regex>

namespace brigade::grader {
namespace {

constexpr std::array kKinds = {VerdictKind::pass,
                               VerdictKind::wrong,
                               VerdictKind::wrong_communication,
                               VerdictKind::hung,
                               VerdictKind::crashed,
                               VerdictKind::over_limit,
                               VerdictKind::not_started,
                               VerdictKind::does_not_compile,
                               VerdictKind::unreadable,
                               VerdictKind::skipped,
                               VerdictKind::grader_fault};

/// In small letters, with each run of blanks as one, since a verdict is broken into lines.
std::string folded(const std::string &text) {
  std::string result;
  for (const char c : text) {
    const bool blank = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!blank)
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  }
  return result;
}

std::vector<std::string> split_words(const std::string &list) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : list + ',')
    if (c != ',') {
      word += c;
    } else {
      word.erase(0, word.find_first_not_of(' '));
      word.erase(word.find_last_not_of(" \r") + 1);
      if (!word.empty())
        words.push_back(word);
      word.clear();
    }
  return words;
}

} // namespace

Expectation read_expectation(const std::filesystem::path &file) {
  static const std::regex expect(R"(^(?://|#) expect: ([a-z ]+?)(?:; words: (.*))?\r?$)");
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  std::smatch match;
  const auto fail = [&file](const std::string &why) -> InputError {
    return InputError(
        fmt::format("{}: the first line must be like '// expect: wrong; words: rank 2', {}",
                    file.string(), why));
  };
  if (!std::regex_match(line, match, expect))
    throw fail(fmt::format("not '{}'", line));
  Expectation expected;
  const auto kind = std::ranges::find(kKinds, match[1].str(),
                                      [](VerdictKind one) { return std::string(to_string(one)); });
  if (kind == kKinds.end())
    throw fail(fmt::format("and '{}' is no verdict", match[1].str()));
  expected.kind = *kind;
  expected.words = split_words(match[2]);
  while (std::getline(stream, line) && (line.starts_with("// ") || line.starts_with("# ")))
    expected.needs_sandbox =
        expected.needs_sandbox || line.find("needs: sandbox") != std::string::npos;
  return expected;
}

std::optional<std::string> difference(const Expectation &expected, VerdictKind kind,
                                      const std::string &printed) {
  if (kind != expected.kind)
    return fmt::format("the verdict is '{}', expected '{}'", to_string(kind),
                       to_string(expected.kind));
  for (const std::string &word : expected.words)
    if (folded(printed).find(folded(word)) == std::string::npos)
      return fmt::format("the verdict does not say '{}'", word);
  return std::nullopt;
}

} // namespace brigade::grader
