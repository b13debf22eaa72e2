#pragma once

#include "grader/grade/grade.hpp"

#include <filesystem>
#include <string>

namespace brigade::grader {

/// Grades files of exercises of the sample course. One folder an object, so that what is graded
/// twice is compiled once.
class Graded {
public:
  Graded();
  ~Graded();
  Graded(const Graded &) = delete;
  Graded &operator=(const Graded &) = delete;

  /// The exercise "sample.<name>" with this text as the student's file.
  ExerciseResult grade(const std::string &name, const std::string &text,
                       const GradeOptions &options = {});
  /// The same of an exercise that was changed.
  ExerciseResult grade(const Exercise &exercise, const std::string &text,
                       const GradeOptions &options = {});
  /// The text of a file of the exercise.
  std::string text_of(const std::string &name, const std::string &file) const;
  const Exercise &exercise(const std::string &name) const;

private:
  Course course_;
  std::filesystem::path folder_;
};

/// A student's total.cpp with this body of kitchen::total(int number, MPI_Comm comm).
std::string total_with(const std::string &body, const std::string &before = "");

/// The result of a TEST by its name behind the dot.
const TestResult &test_of(const ExerciseResult &result, const std::string &test);

/// Everything that the result says, for messages of failed checks.
std::string words_of(const ExerciseResult &result);

} // namespace brigade::grader
