#pragma once

#include "grader/manifest/exercise.hpp"

#include <filesystem>

namespace brigade::grader {

/// Where trials, solutions and programs of an exercise are kept: <kept>/<id>, where `kept` is the
/// tree's build/<preset>/exercises. An exercise of a course outside of the tree `root` has its
/// place below <kept>/courses/<name>-<hash of the course's path>, so that two courses with the same
/// ids, as a course and its handout, can be graded at once. Makes that course's folder, and then
/// removes those of courses that are no longer there.
std::filesystem::path kept_folder(const std::filesystem::path &kept,
                                  const std::filesystem::path &root, const Exercise &exercise);

} // namespace brigade::grader
