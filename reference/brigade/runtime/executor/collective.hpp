#pragma once

#include "brigade/comm/runtime.hpp"
#include "brigade/ir/literal.hpp"
#include "brigade/ir/program.hpp"

namespace brigade {

/// A collective of a partitioned program, on the block of its operand that this rank holds. All
/// ranks call it. @return this rank's block of the result.
Literal run_collective(const Runtime &runtime, const Program &partitioned,
                       const Instruction &instruction, const Literal &block);

/// The block of a value that is unreduced as its sharding says, joined with those of the ranks
/// along these axes.
Literal reduce_block(const Runtime &runtime, const Mesh &mesh, const TensorSharding &sharding,
                     Literal block);

} // namespace brigade
