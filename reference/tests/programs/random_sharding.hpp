#pragma once

#include "brigade/core/dtype.hpp"
#include "brigade/core/reduce_op.hpp"
#include "brigade/sharding/tensor_sharding.hpp"
#include "programs/choices.hpp"

#include <cstddef>

namespace brigade::testing {

struct RandomShardingOptions {
  double open = 0.3;    ///< probability that a dimension is open
  double priority = 0;  ///< that it has a priority
  double unreduced = 0; ///< that an axis that cuts nothing is unreduced
};

/// `op`, or max for bool, whose elements have no sum.
constexpr ReduceOp defined_for(DType type, ReduceOp op) {
  return type == DType::boolean && op == ReduceOp::sum ? ReduceOp::max : op;
}

/// A sharding of a value of `rank` dimensions on the mesh, in normal form.
TensorSharding random_sharding(Choices &choices, const Mesh &mesh, std::size_t rank,
                               const RandomShardingOptions &options = {});

} // namespace brigade::testing
