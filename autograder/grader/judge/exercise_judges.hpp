#pragma once

#include "grader/judge/judge.hpp"

#include <string>

namespace brigade::grader {

/// The judge that an exercise has registered, or null.
ExerciseJudge judge_of_exercise(const std::string &id);

} // namespace brigade::grader
