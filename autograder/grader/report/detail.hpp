#pragma once

#include "grader/report/report.hpp"

namespace brigade::grader {

/// What may be told of a result. actual_only: without expected values, causes, details and the
/// reference's timeline; of findings that say nothing else, only the TEST. none: which TESTs failed
/// and how, without the program's output.
ExerciseResult told(ExerciseResult result, Detail detail);

/// "full", "actual only", "none".
std::string_view to_string(Detail detail);

} // namespace brigade::grader
