#pragma once

#include "grader/manifest/exercise.hpp"
#include "grader/submissions/submission.hpp"

#include <string>
#include <vector>

namespace brigade::grader {

/// Notes on what was handed in and stands for no file of the exercises, where some of theirs are
/// missing: for each of these the unused file of the nearest name ("Coordinates.cpp",
/// "coordinates.cpp.txt"), then the others. What an exercise has beside its files (exercise.hpp,
/// README.md) may well lie there unused, and so may what is of another exercise of the course.
/// @param used the files that were taken
/// @param missing "mesh/coordinates/coordinates.cpp"
std::vector<std::string> notes_on_unused(const Submission &submission,
                                         const std::vector<const SubmittedFile *> &used,
                                         const std::vector<std::string> &missing,
                                         const std::vector<const Exercise *> &exercises,
                                         const Course &course);

} // namespace brigade::grader
