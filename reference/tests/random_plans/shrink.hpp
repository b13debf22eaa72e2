#pragma once

#include "random_plans/random_plan.hpp"

#include <functional>

namespace brigade::testing {

/// A smaller trial that `fails` too, with nothing left that could go alone: results, instructions
/// (what one computes becomes a parameter), annotations and their axes, and sizes of dimensions.
/// A candidate for which `fails` throws an Error does not count.
PlanTrial shrink(PlanTrial trial, const std::function<bool(const PlanTrial &)> &fails);

} // namespace brigade::testing
