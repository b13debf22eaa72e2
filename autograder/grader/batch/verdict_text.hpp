#pragma once

#include "grader/batch/student_result.hpp"

#include <string>

namespace brigade::grader {

/// For the student, who may be given it as it stands: which files were taken, which are missing,
/// what else is to be said of the submission, then the verdict of each exercise in full, and the
/// sum of the points where everything was graded. UTF-8, 80 columns wide.
/// @param ids  the exercises that count
std::string verdict_text(const StudentResult &result, const std::vector<std::string> &ids);

} // namespace brigade::grader
