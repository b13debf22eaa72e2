#pragma once

#include "brigade/gspmd/plan.hpp"

#include <string>

namespace brigade {

/// A picture of a plan as an SVG document: the program of every device (or, where it is not
/// partitioned, the one with shardings) from top to bottom, one box an operation. In each box is
/// the value that it makes, a small array with a line for each cut, in the colour of the axis:
/// dimension 0 goes down, the next one across; Σ stands in one that is unreduced. Collectives are
/// filled, and say what a device sends and how long that takes. Throws InputError for a program of
/// more than kMostDrawn instructions.
std::string plan_svg(const Plan &plan);

inline constexpr std::size_t kMostDrawn = 400;

} // namespace brigade
