#include "brigade/core/check_reduction.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

namespace brigade {

void check_reduction(DType type, ReduceOp op) {
  const bool floating = type == DType::f32 || type == DType::f64;
  if (op == ReduceOp::mean && !floating)
    throw InputError(fmt::format("the mean of {} elements is not defined: a mean needs f32 or f64. "
                                 "Reduce with sum and divide as you wish to round",
                                 to_string(type)));
  if (op == ReduceOp::sum && type == DType::boolean)
    throw InputError("the sum of bool elements is not defined: convert them to i32 first, or use "
                     "max for any and min for all");
}

} // namespace brigade
