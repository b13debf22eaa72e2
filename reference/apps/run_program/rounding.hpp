#pragma once

#include "brigade/ir/literal.hpp"
#include "brigade/ir/program.hpp"

#include <optional>
#include <vector>

namespace brigade {

/// For each result of a program the coarsest type that anything was rounded to on its way: sums are
/// taken in another order on many devices, and what is made of them carries that, in whatever type
/// it is. None where a result is made of what no operation rounds.
std::vector<std::optional<DType>> rounded_as(const Program &program);

/// Whether rounding to `type` explains how far the two are from each other. Floating-point numbers
/// may differ by 1e-3 (f32) or 1e-10 (f64) of the largest element, integers by that or by 1, where
/// a rounded number lies at a border. Of integers one in a hundred may differ by more, as places
/// do; of bools one in a hundred, one at least, may differ.
bool agree(const Literal &expected, const Literal &got, const std::optional<DType> &type);

} // namespace brigade
