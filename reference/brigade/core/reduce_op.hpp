#pragma once

#include <string_view>

namespace brigade {

/// How a reduction joins the ranks' elements. `mean` is the sum divided by the number of ranks, and
/// is defined for floating types only.
enum class ReduceOp { sum, max, min, mean };

constexpr std::string_view to_string(ReduceOp op) {
  switch (op) {
  case ReduceOp::sum:
    return "sum";
  case ReduceOp::max:
    return "max";
  case ReduceOp::min:
    return "min";
  case ReduceOp::mean:
    return "mean";
  }
  return "?";
}

} // namespace brigade
