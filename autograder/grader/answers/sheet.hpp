#pragma once

#include "grader/answers/questions.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace brigade::grader {

/// What a student wrote for one question.
struct Answer {
  std::vector<std::string> choices; ///< keys, in the student's order, each once
  double number = 0;                ///< of a number
  std::string because;              ///< the student's own reason; may be empty
  int line = 0;
  bool operator==(const Answer &) const = default;
};

/// A line that cannot be read.
struct SheetError {
  int line = 0;
  std::string text;     ///< of the line
  std::string sentence; ///< what is wrong with it
  std::string remedy;   ///< what would work
};

struct Sheet {
  std::map<std::string, Answer> answers; ///< by question; without those that are left empty
  std::vector<SheetError> errors;
};

/// Reads a filled-in sheet. A line is a comment (#), empty, or "key = answer": a choice, several
/// choices with spaces or commas between them, or a number, with or without its unit. Behind the
/// word `because` a student may say why. Small and capital letters are the same.
Sheet read_sheet(std::string_view text, const std::vector<Question> &questions);

} // namespace brigade::grader
