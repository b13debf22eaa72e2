#pragma once

#include "grader/judge/fields.hpp"

namespace brigade::grader {

/// Whether the size of this run divides what the TEST cuts, as the solution's records show: every
/// array (inputs too) has the same shape on all ranks, and the size divides its number of elements.
/// Arrays of one element do not count.
bool size_divides(const TestOfAllRanks &solution);

} // namespace brigade::grader
