#include "grader/answers/questions.hpp"

#include "grader/answers/toml_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace brigade::grader {
namespace {

/// A key is what a student types, so it must be plain; and `because` begins a reason.
void check_key(const TomlReader &at, const std::string &key) {
  const bool is_plain = std::ranges::all_of(key, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
  if (!is_plain || key == "because")
    at.fail(fmt::format("has the key `{}`; a key is made of a to z, 0 to 9, - and _", key));
}

std::vector<Choice> read_choices(const std::vector<TomlReader> &tables) {
  std::vector<Choice> choices;
  for (const TomlReader &table : tables) {
    table.allow_only({"key", "text"});
    const Choice choice{table.text("key"), table.text("text")};
    check_key(table, choice.key);
    if (std::ranges::count(choices, choice.key, &Choice::key) > 0)
      table.fail(fmt::format("has the key `{}`, which stands above it already", choice.key));
    choices.push_back(choice);
  }
  return choices;
}

QuestionKind kind_of(const TomlReader &table) {
  const std::string kind = table.text("kind");
  if (kind == "choice")
    return QuestionKind::choice;
  if (kind == "multiple")
    return QuestionKind::multiple;
  if (kind == "number")
    return QuestionKind::number;
  table.fail(fmt::format("has the kind `{}`; it may be choice, multiple or number", kind));
}

Question read_question(const TomlReader &table, const TomlReader &file) {
  table.allow_only({"key", "kind", "text", "choices", "unit"});
  Question question{table.text("key"), kind_of(table), table.text("text"), {}, {}};
  check_key(table, question.key);
  if (question.kind == QuestionKind::number) {
    question.unit = table.text_or_empty("unit");
    if (table.has("choices"))
      table.fail("asks for a number, so it has no choices");
    return question;
  }
  if (table.has("unit"))
    table.fail("has a unit, but asks for no number");
  question.choices =
      read_choices(table.is_list("choices") ? table.tables("choices")
                                            : file.table("choices").tables(table.text("choices")));
  if (question.choices.size() < 2)
    table.fail("needs two choices at least");
  return question;
}

/// Every line of a text as a comment.
std::string as_comment(const std::string &text) {
  std::istringstream lines(text);
  std::string comment, line;
  while (std::getline(lines, line))
    comment += line.empty() ? "#\n" : fmt::format("# {}\n", line);
  return comment;
}

} // namespace

std::vector<Question> load_questions(const std::filesystem::path &path) {
  const toml::table parsed = TomlReader::parse(path);
  const TomlReader file(path, parsed, "the file");
  file.allow_only({"question", "choices"});
  std::vector<Question> questions;
  for (const TomlReader &table : file.tables("question")) {
    questions.push_back(read_question(table, file));
    if (std::ranges::count(questions, questions.back().key, &Question::key) > 1)
      table.fail(
          fmt::format("has the key `{}`, which stands above it already", questions.back().key));
  }
  if (questions.empty())
    file.fail("has no [[question]]");
  return questions;
}

std::vector<std::string> keys_of(const std::vector<Choice> &choices) {
  std::vector<std::string> keys;
  for (const Choice &choice : choices)
    keys.push_back(choice.key);
  return keys;
}

std::string with_unit(double number, const std::string &unit) {
  const std::string digits = fmt::format("{:.6g}", number);
  return unit.empty() ? digits : digits + " " + unit;
}

std::string answer_sheet(const Exercise &exercise, const std::vector<Question> &questions) {
  std::string sheet =
      fmt::format("# {} {}\n"
                  "#\n"
                  "# Write each answer behind its `=`; where several choices are right, write them "
                  "all, with spaces or\n"
                  "# commas between them. Behind the word `because` you may add why you think so:\n"
                  "#   key = answer because …\n",
                  exercise.number, exercise.title);
  std::vector<std::vector<Choice>> explained{{}}; // choices that questions share are explained once
  int number = 0;
  for (const Question &question : questions) {
    sheet += fmt::format("\n# {}.\n{}", ++number, as_comment(question.text));
    if (std::ranges::count(explained, question.choices) == 0) {
      sheet += "#\n";
      for (const Choice &choice : question.choices)
        sheet += fmt::format("#   {}: {}\n", choice.key, choice.text);
      explained.push_back(question.choices);
    } else if (!question.choices.empty()) {
      sheet += fmt::format("# ({})\n", fmt::join(keys_of(question.choices), ", "));
    }
    if (question.kind == QuestionKind::multiple)
      sheet += "# (every one that is right)\n";
    if (question.kind == QuestionKind::number)
      sheet += question.unit.empty() ? "# (a number)\n" : fmt::format("# (in {})\n", question.unit);
    sheet += question.key + " =\n";
  }
  return sheet;
}

} // namespace brigade::grader
