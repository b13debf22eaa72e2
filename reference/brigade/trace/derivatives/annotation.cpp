#include "brigade/trace/functions/annotation.hpp"

#include "brigade/trace/derivatives/derivative.hpp"

namespace brigade {

// The cotangent lies as the value does; where the value is a sum yet to be made, each of its parts
// has the whole cotangent.
Tensor constraint_derivative(const BackwardStep &step, std::size_t) {
  TensorSharding sharding = std::get<ConstraintAttributes>(step.instruction.attributes).sharding;
  sharding.unreduced.clear();
  sharding.reduction = ReduceOp::sum;
  return with_sharding_constraint(step.cotangent, sharding);
}

} // namespace brigade
