#include "brigade/trace/functions/rows.hpp"

#include "brigade/trace/derivatives/derivative.hpp"
#include "brigade/trace/functions/source.hpp"

namespace brigade {

// Ids of no row give and get nothing, forward and backward.

Tensor gather_derivative(const BackwardStep &step, std::size_t) {
  return scatter_add(step.operands[0].shape(), step.operands[1], step.cotangent);
}

Tensor scatter_add_derivative(const BackwardStep &step, std::size_t) {
  return gather(step.cotangent, step.operands[0]);
}

Tensor update_row_derivative(const BackwardStep &step, std::size_t i) {
  const Tensor &row = step.operands[1], &index = step.operands[2];
  if (i == 0)
    return update_row(step.cotangent, zeros(row.shape(), row.dtype()), index);
  return gather(step.cotangent, index);
}

} // namespace brigade
