#pragma once

#include "brigade/sharding/named_sharding.hpp"
#include "brigade/sharding/tensor_sharding.hpp"
#include "brigade/trace/tensor.hpp"

#include <string>
#include <vector>

namespace brigade {

/// x, to lie on the mesh as the sharding says. Throws InputError if the program has another mesh
/// already, or the sharding does not fit.
Tensor with_sharding_constraint(Operand x, const NamedSharding &sharding);
/// On the mesh that the trace was given, or an earlier constraint named. Throws InputError where
/// there is none.
Tensor with_sharding_constraint(Operand x, const PartitionSpec &spec);
/// The same, with all that the text form can say: unreduced axes, priorities.
Tensor with_sharding_constraint(Operand x, const TensorSharding &sharding);

/// x, by this name in plans and in sharding tables.
Tensor named(Operand x, const std::string &name);

/// The same values; nothing that computes them moves to the other side of the barrier, nor is
/// anything behind it taken for the same as something before it.
std::vector<Tensor> barrier(const std::vector<Tensor> &values,
                            std::source_location where = std::source_location::current());

} // namespace brigade
