#pragma once

#include "brigade/comm/runtime.hpp"
#include "brigade/ir/literal.hpp"
#include "brigade/ir/program.hpp"

#include <span>
#include <vector>

namespace brigade {

/// Runs a partitioned program on this job's ranks. `blocks` are this rank's blocks of the
/// arguments, and what comes back are its blocks of the results, as they lie in the program; of
/// unreduced ones, its partial results. All ranks call it with the same program.
/// Throws InputError where the mesh's devices are not the job's ranks, a value has no sharding, or
/// a block is not what the parameter's sharding gives this rank.
std::vector<Literal> execute_blocks(const Runtime &runtime, const Program &partitioned,
                                    std::span<const Literal> blocks);

/// How a result of a partitioned program lies: as it is annotated, or as its value is. Blocks are
/// the same by both; axes of size 1 may differ.
const TensorSharding &result_sharding(const Block &partitioned, std::size_t result);

} // namespace brigade
