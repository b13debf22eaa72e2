#pragma once

#include "grader/grade/grade.hpp"
#include "grader/manifest/exercise.hpp"
#include "grader/progress/progress.hpp"

#include <filesystem>
#include <string>

namespace brigade::grader {

/// What all commands share: the course, and where the student works. `status` is what `grade` exits
/// with.
class Session {
public:
  /// Where exercises/ and work/ lie; empty: the tree that this program was built in.
  std::filesystem::path course_root;
  std::filesystem::path work_root; ///< in place of work/ of the course; empty: that
  int status = 0;

  const std::filesystem::path &root();
  const Course &course();
  std::filesystem::path work() { return work_root.empty() ? root() / "work" : work_root; }
  std::filesystem::path work_of(const Exercise &exercise) {
    return work() / exercise.topic / exercise.name;
  }
  std::filesystem::path progress_file() { return work() / "progress.txt"; }
  /// Where the student's objects and program go.
  std::filesystem::path scratch_of(const Exercise &exercise, Preset preset);

  /// The exercise that a word means; without a word, the first one that is not passed yet, or null
  /// where all are.
  const Exercise *chosen(const std::string &word);

  /// The file to compare with after a pass; nothing in a handout, which has it as an object file.
  static std::optional<std::filesystem::path> solution_of(const Exercise &exercise);

  /// Copies the stubs into work/, unless the student has the files already. @return their folder.
  std::filesystem::path need_work_copy(const Exercise &exercise);

private:
  std::optional<Course> course_;
};

} // namespace brigade::grader
