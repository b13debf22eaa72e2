#pragma once

#include "grader/judge/fields.hpp"
#include "grader/verdict/verdict.hpp"

#include <vector>

namespace brigade::grader {

/// Holds a student's traffic, memory and virtual time to the rules that the solution's records
/// state; and what it left behind: messages that nobody received, requests that nobody completed.
std::vector<Finding> check_traffic(const TestOfAllRanks &expected, const TestOfAllRanks &got);

} // namespace brigade::grader
