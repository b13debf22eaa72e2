#pragma once

#include "grader/grade/grade.hpp"
#include "grader/judge/judge.hpp"

#include <filesystem>
#include <string>
#include <vector>

/// How what happened becomes an ExerciseResult.
namespace brigade::grader {

/// What is known before anything was done.
ExerciseResult blank_result(const Exercise &exercise, const GradeOptions &options);

void write_not_started(const Exercise &exercise, const std::filesystem::path &folder,
                       ExerciseResult &result);
/// Nothing can be compiled without these layers of the library.
void write_skipped(const std::vector<std::string> &missing_layers, ExerciseResult &result);
void write_compile_failure(const Exercise &exercise, const CompileFailure &failure,
                           ExerciseResult &result);
void write_fault(const std::string &reason, ExerciseResult &result);
/// Points, findings, verdict, output and timelines.
void write_judgement(const Exercise &exercise, const Program &program,
                     const std::vector<Pair> &pairs, Judgement judgement, ExerciseResult &result);
/// What every verdict has: points of TESTs that were not run, the command that runs it again.
void finish_result(const Exercise &exercise, const GradeOptions &options, ExerciseResult &result);

/// How many of several runs failed.
class Failures {
public:
  void add(const ExerciseResult &run);
  /// A note.
  void write(ExerciseResult &result) const;

private:
  int runs_ = 0, failed_ = 0;
};

} // namespace brigade::grader
