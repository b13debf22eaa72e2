#pragma once

#include "grader/manifest/exercise.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace brigade::grader {

enum class QuestionKind {
  choice,   ///< one of the choices
  multiple, ///< every choice that is right, and no other
  number
};

struct Choice {
  std::string key; ///< what the student writes: "scatter"
  std::string text;
  bool operator==(const Choice &) const = default;
};
std::vector<std::string> keys_of(const std::vector<Choice> &choices);

struct Question {
  std::string key; ///< "picture-1"; its points stand in exercise.toml below this name
  QuestionKind kind = QuestionKind::choice;
  std::string text;
  std::vector<Choice> choices; ///< empty for a number
  std::string unit;            ///< of a number: "bytes"; may be empty
};

/// A number as a person writes it: "72 bytes", "0.25".
std::string with_unit(double number, const std::string &unit);

/// Reads questions.toml, which a student sees:
///
///   [[choices.collective]]              # choices that several questions share
///   key = "scatter"
///   text = "one rank's blocks, one to each rank"
///   [[question]]
///   key = "picture-1"
///   kind = "choice"                     # choice | multiple | number
///   choices = "collective"              # or [{ key = "yes", text = "…" }, …]
///   text = "…"
///
/// Throws InputError naming the file, the line and what is wrong.
std::vector<Question> load_questions(const std::filesystem::path &file);

/// The sheet that a student fills in: every question as a comment, below it "key =". answers.txt of
/// an exercise is this text.
std::string answer_sheet(const Exercise &exercise, const std::vector<Question> &questions);

} // namespace brigade::grader
