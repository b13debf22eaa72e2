#pragma once

#include "grader/manifest/exercise.hpp"
#include "grader/verdict/verdict.hpp"

#include <string>
#include <vector>

namespace brigade::grader {

/// Of an exercise that is 'not started' because a submission holds none of its files, or none that
/// can be read: says so, and by which name it is looked for, in place of what is said of an
/// unchanged file.
/// @param missing as lay_out has them
void tell_what_was_not_handed_in(const Exercise &exercise, const std::vector<std::string> &missing,
                                 ExerciseResult &result);

} // namespace brigade::grader
