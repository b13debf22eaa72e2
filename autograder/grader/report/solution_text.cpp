#include "grader/report/solution_text.hpp"

#include "grader/answers/key.hpp"
#include "grader/report/terminal_page.hpp"

#include "brigade/core/read_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <regex>
#include <sstream>

namespace brigade::grader {
namespace {

constexpr std::size_t kReason = 2; // columns before what explains an answer

std::string without_marks(const std::string &code) {
  static const std::regex mark(R"(\s*// \[[\w-]+\]\s*)");
  std::istringstream lines(code);
  std::string text, line;
  while (std::getline(lines, line))
    if (!std::regex_match(line, mark))
      text += line + '\n';
  return text;
}

void add_choices(TerminalPage &page, const Question &question, const RightAnswer &right) {
  page.paragraph(fmt::format("{}: {}", question.key, fmt::join(right.choices, ", ")), 0, Ink::bold);
  const bool is_single = right.choices.size() == 1;
  for (const std::string &choice : right.choices)
    page.paragraph((is_single ? "" : choice + ": ") + right.why.at(choice), kReason);
  for (const Choice &choice : question.choices)
    if (std::ranges::count(right.choices, choice.key) == 0)
      page.paragraph(fmt::format("not {}: {}", choice.key, right.why.at(choice.key)), kReason);
}

void add_number(TerminalPage &page, const Question &question, const RightAnswer &right) {
  const std::string answer =
      right.measured ? fmt::format("measured ({} on rank {} in TEST {} of trial.cpp)",
                                   right.measured->record, right.measured->rank,
                                   right.measured->test)
                     : with_unit(right.number, question.unit);
  page.paragraph(fmt::format("{}: {}", question.key, answer), 0, Ink::bold);
  page.paragraph(right.reason, kReason);
  for (const Slip &slip : right.slips)
    page.paragraph(fmt::format("not {}: {}", with_unit(slip.number, question.unit), slip.why),
                   kReason);
}

std::string answers_in(const Exercise &exercise, const std::filesystem::path &file,
                       const Terminal &terminal) {
  const std::vector<Question> questions = load_questions(exercise.folder / "questions.toml");
  const std::map<std::string, RightAnswer> key = load_key(file, questions);
  TerminalPage page(terminal);
  for (const Question &question : questions) {
    if (&question != &questions.front())
      page.blank();
    if (question.kind == QuestionKind::number)
      add_number(page, question, key.at(question.key));
    else
      add_choices(page, question, key.at(question.key));
  }
  return std::move(page).finish();
}

} // namespace

std::string solution_text(const Exercise &exercise, const std::filesystem::path &file,
                          const Terminal &terminal) {
  return file.extension() == ".toml" ? answers_in(exercise, file, terminal)
                                     : without_marks(read_file(file));
}

} // namespace brigade::grader
