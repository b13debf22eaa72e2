#pragma once

#include "brigade/comm/runtime.hpp"
#include "brigade/ir/literal.hpp"
#include "brigade/ir/program.hpp"

#include <span>
#include <vector>

namespace brigade {

/// A collective of a partitioned program, on the blocks of its operands that this rank holds. All
/// ranks call it. @return this rank's blocks of the results.
std::vector<Literal> run_collective(const Runtime &runtime, const Program &partitioned,
                                    const Instruction &instruction,
                                    std::span<const Literal> blocks);

/// The block of a value that is unreduced as its sharding says, joined with those of the ranks
/// along these axes.
Literal reduce_block(const Runtime &runtime, const Mesh &mesh, const TensorSharding &sharding,
                     Literal block);

} // namespace brigade
