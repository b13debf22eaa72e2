#include "grader/answers/sheet.hpp"

#include "brigade/core/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <sstream>
#include <utility>

namespace brigade::grader {
namespace {

constexpr std::string_view kBlank = " \t\r";

std::string trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos)
    return {};
  return std::string(text.substr(begin, text.find_last_not_of(kBlank) - begin + 1));
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// Words between blanks and commas.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text) {
    if (c != ',' && kBlank.find(c) == std::string_view::npos) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, {}));
    }
  }
  if (!word.empty())
    words.push_back(word);
  return words;
}

std::string nearest(const std::string &word, const std::vector<std::string> &known) {
  return *std::ranges::min_element(
      known, {}, [&](const std::string &other) { return edit_distance(word, other); });
}

/// The choice that the words from `at` on may mean, where a choice of several parts may have been
/// written with blanks between them: "all gather" is all-gather.
std::string nearest_choice(const std::vector<std::string> &words, std::size_t at,
                           const std::vector<std::string> &known) {
  std::string joined = words[at];
  for (std::size_t end = at + 1; end < words.size(); ++end)
    if (joined += "-" + words[end]; std::ranges::count(known, joined) > 0)
      return joined;
  return nearest(words[at], known);
}

/// What stands behind the `=`, in two: the answer, and what follows the word `because`.
struct AnswerText {
  std::string answer, because;
};

AnswerText split_reason(const std::string &text) {
  constexpr std::string_view kBecause = "because";
  const std::string low = lower(text);
  auto is_letter = [&](std::size_t at) {
    return at < low.size() && std::isalnum(static_cast<unsigned char>(low[at])) != 0;
  };
  for (auto at = low.find(kBecause); at != std::string::npos; at = low.find(kBecause, at + 1))
    if ((at == 0 || !is_letter(at - 1)) && !is_letter(at + kBecause.size()))
      return {trimmed(text.substr(0, at)), trimmed(text.substr(at + kBecause.size()))};
  return {text, ""};
}

/// Reads one line "key = answer" into the sheet.
class LineReader {
public:
  LineReader(const std::vector<Question> &questions, Sheet &sheet)
      : questions_(questions), sheet_(sheet) {}

  void read(int line, const std::string &text) {
    line_ = line;
    text_ = text;
    const auto equals = text.find('=');
    if (equals == std::string::npos)
      return fail("has no `=`",
                  fmt::format("write `{} = …`, or # in front of a remark", questions_.front().key));
    const std::string key = lower(trimmed(text.substr(0, equals)));
    const auto question = std::ranges::find(questions_, key, &Question::key);
    if (question == questions_.end())
      return fail(fmt::format("`{}` is no question of this sheet", key),
                  fmt::format("perhaps `{}`", nearest(key, question_keys())));
    const auto [answer, because] = split_reason(trimmed(text.substr(equals + 1)));
    if (answer.empty())
      return; // not answered yet
    if (const auto before = sheet_.answers.find(key); before != sheet_.answers.end())
      return fail(fmt::format("`{}` is answered twice", key),
                  fmt::format("remove this line or line {}", before->second.line));
    Answer read{{}, 0, because, line};
    if (question->kind == QuestionKind::number ? read_number(*question, answer, read)
                                               : read_choices(*question, answer, read))
      sheet_.answers.emplace(key, read);
  }

private:
  std::vector<std::string> question_keys() const {
    std::vector<std::string> keys;
    for (const Question &question : questions_)
      keys.push_back(question.key);
    return keys;
  }

  void fail(const std::string &sentence, const std::string &remedy) {
    sheet_.errors.push_back({line_, text_, sentence, remedy});
  }

  bool read_number(const Question &question, const std::string &text, Answer &answer) {
    const char *end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, answer.number);
    const std::string unit = lower(trimmed({rest, static_cast<std::size_t>(end - rest)}));
    if (error == std::errc() && (unit.empty() || unit == lower(question.unit)))
      return true;
    fail(fmt::format("`{}` is no number{}", text,
                     question.unit.empty() ? "" : " of " + question.unit),
         fmt::format("write one number, as 1234 or 0.5{}",
                     question.unit.empty() ? "" : ", in " + question.unit));
    return false;
  }

  bool read_choices(const Question &question, const std::string &text, Answer &answer) {
    const std::vector<std::string> known = keys_of(question.choices);
    const std::vector<std::string> words = words_of(lower(text));
    for (std::size_t at = 0; at < words.size(); ++at) {
      const std::string &word = words[at];
      if (std::ranges::count(known, word) == 0) {
        fail(fmt::format("`{}` is no choice of `{}`", word, question.key),
             fmt::format("perhaps `{}`; the choices are {}", nearest_choice(words, at, known),
                         fmt::join(known, ", ")));
        return false;
      }
      if (std::ranges::count(answer.choices, word) == 0)
        answer.choices.push_back(word);
    }
    if (question.kind == QuestionKind::choice && answer.choices.size() > 1) {
      fail(fmt::format("`{}` takes one choice, and here are {}", question.key,
                       answer.choices.size()),
           fmt::format("keep one of {}", fmt::join(answer.choices, ", ")));
      return false;
    }
    return !answer.choices.empty();
  }

  const std::vector<Question> &questions_;
  Sheet &sheet_;
  int line_ = 0;
  std::string text_;
};

} // namespace

Sheet read_sheet(std::string_view text, const std::vector<Question> &questions) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark))
    text.remove_prefix(kByteOrderMark.size());
  Sheet sheet;
  LineReader reader(questions, sheet);
  std::istringstream lines{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const std::string content = trimmed(line.substr(0, line.find('#')));
    if (!content.empty())
      reader.read(number, content);
  }
  return sheet;
}

} // namespace brigade::grader
