#include "grader/answers/key.hpp"

#include "grader/answers/toml_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace brigade::grader {
namespace {

void read_choices(const TomlReader &table, const Question &question, RightAnswer &right) {
  table.allow_only({"answer", "why"});
  right.choices = table.texts("answer");
  if (question.kind == QuestionKind::choice && right.choices.size() != 1)
    table.fail("takes one choice");
  for (const std::string &choice : right.choices)
    if (std::ranges::count(question.choices, choice, &Choice::key) == 0)
      table.fail(fmt::format("has the answer `{}`, which is no choice", choice));
  const TomlReader why = table.table("why");
  for (const std::string &choice : why.keys())
    if (std::ranges::count(question.choices, choice, &Choice::key) == 0)
      why.fail(fmt::format("gives a reason for `{}`, which is no choice", choice));
  for (const Choice &choice : question.choices)
    right.why[choice.key] = why.text(choice.key);
}

void read_number(const TomlReader &table, RightAnswer &right) {
  table.allow_only({"answer", "measured", "tolerance", "reason", "slip"});
  if (table.has("answer") == table.has("measured"))
    table.fail("wants either `answer` or `measured`");
  if (table.has("measured")) {
    const TomlReader measured = table.table("measured");
    measured.allow_only({"test", "rank", "record"});
    right.measured = {measured.text("test"), static_cast<int>(measured.number("rank")),
                      measured.text("record")};
  } else {
    right.number = table.number("answer");
  }
  right.reason = table.text("reason");
  if (table.has("tolerance"))
    right.tolerance = table.number("tolerance");
  for (const TomlReader &slip : table.tables("slip")) {
    slip.allow_only({"number", "why"});
    right.slips.push_back({slip.number("number"), slip.text("why")});
  }
}

} // namespace

std::map<std::string, RightAnswer> load_key(const std::filesystem::path &path,
                                            const std::vector<Question> &questions) {
  const toml::table parsed = TomlReader::parse(path);
  const TomlReader file(path, parsed, "the file");
  for (const std::string &key : file.keys())
    if (std::ranges::count(questions, key, &Question::key) == 0)
      file.fail(fmt::format("answers `{}`, which is no question", key));
  std::map<std::string, RightAnswer> answers;
  for (const Question &question : questions) {
    const TomlReader table = file.table(question.key);
    RightAnswer &right = answers[question.key];
    if (question.kind == QuestionKind::number)
      read_number(table, right);
    else
      read_choices(table, question, right);
  }
  return answers;
}

} // namespace brigade::grader
