#pragma once

#include "grader/judge/fields.hpp"
#include "grader/judge/judge.hpp"

#include <span>
#include <vector>

namespace brigade::grader {

/// Everything that is wrong in one TEST at one size, where both came to its end: checks of the
/// trial's own, values, texts, traffic. TEST and size are filled in by the caller. `before`: the
/// solution's TESTs that the same launch began earlier.
std::vector<Finding> judge_test(const Exercise &exercise, std::span<const TestOfAllRanks> before,
                                const TestOfAllRanks &expected, const TestOfAllRanks &got);

} // namespace brigade::grader
