#pragma once

#include <string>

namespace brigade::grader {

/// Why a student's file is no program: shown instead of a compiler's pages.
struct CompileFailure {
  std::string sentence; ///< "'total' was not declared in this scope"
  std::string file;     ///< the student's, as a path below work/
  int line = 0;
  std::string source_line;        ///< the text of that line
  std::string cause;              ///< a likely cause in plain words, or empty
  std::string full;               ///< all that the compiler said, template depths folded
  bool is_forbidden_call = false; ///< a name in the object file that the exercise does not allow
};

} // namespace brigade::grader
