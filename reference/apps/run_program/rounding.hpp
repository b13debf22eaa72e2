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

/// By how much of their largest element results may differ that are rounded to `type`: 1e-3 (f32),
/// 1e-10 (f64). One rounding moves a number by 2^-24 or 2^-53 of itself at most, so that some
/// 16,000 roundings of f32, or 900,000 of f64, may lie one behind another, all in one direction, as
/// in a sum of that length. A partial sum that is lost or counted twice, or a block in another's
/// place, moves results by about their own size.
double allowed_by_rounding(DType type);

/// How far the two are from each other, over how far rounding to `type` may bring them; infinite
/// where nothing may differ and something does. Floating-point numbers may differ by
/// allowed_by_rounding of the largest element, integers by that or by 1, where a rounded number
/// lies at a border. Of integers one in a hundred may differ by more, as places do; of bools one in
/// a hundred, one at least, may differ.
double share_of_rounding(const Literal &expected, const Literal &got,
                         const std::optional<DType> &type);

} // namespace brigade
