#pragma once

#include "grader/verdict/verdict.hpp"

namespace brigade::grader {

/// Was anything found out about the work? Not where the grader itself failed, or the library lacks
/// a part that the exercise needs: no points follow from these.
bool is_graded(const ExerciseResult &result);

} // namespace brigade::grader
