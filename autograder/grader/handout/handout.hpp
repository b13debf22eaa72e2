#pragma once

#include "grader/manifest/exercise.hpp"

#include <filesystem>
#include <functional>
#include <string>

namespace brigade::grader {

struct HandoutOptions {
  std::filesystem::path out; ///< a folder that does not exist yet, or is empty
  /// The library as headers and archives instead of sources, which are answers to later chapters.
  bool binary_reference = false;
  /// A build for any processor of this kind (CMake's BRIGADE_NATIVE=OFF), from which
  /// binary_reference takes archives and programs.
  std::filesystem::path archives;
};

/// Copies the course for students to `out`: without solutions, museum, right solutions and the
/// graders' tests. What a trial is compared with is there as an object file, and the key of an
/// exercise of answers packed: readable for the grader, not at a glance. Written beside its place
/// and renamed into it. Throws InputError if `out` holds something; Error if a solution does not
/// compile.
/// @param solution_object compiles an exercise's solution for the handout and returns the object
/// file
void make_handout(const Course &course, const HandoutOptions &options,
                  const std::function<std::filesystem::path(const Exercise &)> &solution_object);

} // namespace brigade::grader
