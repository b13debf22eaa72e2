#pragma once

#include "grader/judge/fields.hpp"
#include "grader/verdict/verdict.hpp"

#include <vector>

namespace brigade::grader {

/// What was recorded with same_at_every_size must agree between the sizes and between the ranks
/// that have it. Blocks with placements are put together first. `tests`: the student's, of all
/// sizes; allowances as the solution recorded them.
/// @param on_ranks  a size is a number of ranks; in a pure exercise one of devices
std::vector<Finding> compare_across_sizes(bool on_ranks, const std::vector<TestOfAllRanks> &tests);

/// Which sizes pass says something about the cause: only one rank, only powers of two, only sizes
/// that divide. Added to the findings of a TEST; as the cause where the numbers name none, before
/// the trial's.
void explain_by_sizes(bool on_ranks, const std::vector<TestRun> &runs,
                      std::vector<Finding> &findings);

} // namespace brigade::grader
