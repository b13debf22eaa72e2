#pragma once

#include "grader/judge/fields.hpp"
#include "grader/verdict/verdict.hpp"

#include <optional>

namespace brigade::grader::traffic_rules {

/// The collectives of each rank against the solution's: barriers and the making of communicators
/// do not count, and a nonblocking call counts as its blocking twin.
std::optional<Finding> compare_collectives(const TestOfAllRanks &expected,
                                           const TestOfAllRanks &got, bool in_order);

} // namespace brigade::grader::traffic_rules
