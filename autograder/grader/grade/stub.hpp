#pragma once

#include "grader/manifest/exercise.hpp"

#include <filesystem>

namespace brigade::grader {

/// Are the student's files in `folder` still the stubs of the exercise, or not there at all? Line
/// ends and blanks at the end of a line make no difference.
bool is_unchanged(const Exercise &exercise, const std::filesystem::path &folder);

} // namespace brigade::grader
