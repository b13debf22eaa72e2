#include "grader/course_check/expectation.hpp"

#include "grader/report/compile_place.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

/// What stands in every verdict on the exercise, whatever its fault.
std::string told_always(const ExerciseResult &result) {
  std::string text = fmt::format("{} {} {}", result.number, result.title, result.id);
  for (const TestResult &test : result.tests)
    text += " " + test.test;
  return text;
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

std::string told_of_fault(const ExerciseResult &result) {
  std::vector<std::string> parts;
  if (const std::optional<CompileFailure> &failure = result.compile_failure)
    parts = {failure->sentence, place_of(*failure), failure->cause};
  if (!result.findings.empty()) {
    const Finding &finding = result.findings.front();
    parts.insert(parts.end(), {finding.sentence, finding.where, finding.cause, finding.details});
  }
  parts.insert(parts.end(), result.notes.begin(), result.notes.end());
  return fmt::format("{}", fmt::join(parts, "\n"));
}

std::optional<std::string> difference(const Expectation &expected, const ExerciseResult &result) {
  if (result.kind != expected.kind)
    return fmt::format("the verdict is '{}', expected '{}'", to_string(result.kind),
                       to_string(expected.kind));
  const std::string told = folded(told_of_fault(result)), always = folded(told_always(result));
  bool asks = expected.words.empty();
  for (const std::string &word : expected.words) {
    if (told.find(folded(word)) == std::string::npos)
      return fmt::format("the verdict does not say '{}'", word);
    asks = asks || always.find(folded(word)) == std::string::npos;
  }
  if (!asks)
    return fmt::format("'{}' stands in every verdict on {}", fmt::join(expected.words, ", "),
                       result.id);
  return std::nullopt;
}

} // namespace brigade::grader
