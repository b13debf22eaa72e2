#include "brigade/trace/functions/reduction.hpp"

#include "brigade/trace/derivatives/derivative.hpp"
#include "brigade/trace/functions/elementwise.hpp"
#include "brigade/trace/functions/shape.hpp"

#include <algorithm>

namespace brigade {

namespace {

const std::vector<std::int64_t> &reduced(const BackwardStep &step) {
  return std::get<DimensionsAttributes>(step.instruction.attributes).dims;
}

// A value of the result's shape, repeated along what was reduced.
Tensor repeated(const Tensor &x, const BackwardStep &step) {
  const Tensor &operand = step.operands[0];
  std::vector<std::int64_t> kept;
  for (std::int64_t dim = 0; dim < static_cast<std::int64_t>(operand.rank()); ++dim)
    if (std::ranges::find(reduced(step), dim) == reduced(step).end())
      kept.push_back(dim);
  return broadcast(x, operand.shape(), kept);
}

// Elements that are equal to the extreme one share its cotangent equally.
Tensor extreme_derivative(const BackwardStep &step) {
  const Tensor &x = step.operands[0];
  const Tensor is_extreme = convert(eq(x, repeated(step.result, step)), x.dtype());
  const Tensor share = step.cotangent / sum(is_extreme, reduced(step));
  return is_extreme * repeated(share, step);
}

} // namespace

Tensor sum_derivative(const BackwardStep &step, std::size_t) {
  return repeated(step.cotangent, step);
}

Tensor max_reduce_derivative(const BackwardStep &step, std::size_t) {
  return extreme_derivative(step);
}

Tensor min_reduce_derivative(const BackwardStep &step, std::size_t) {
  return extreme_derivative(step);
}

} // namespace brigade
