#pragma once

#include "brigade/ir/program.hpp"
#include "brigade/runtime/array.hpp"

#include <span>
#include <vector>

namespace brigade {

/// Runs a partitioned program (gspmd/partition.hpp) on the ranks of the job. All ranks call it,
/// with the same program. Shows what a plan means; it is not fast. Throws InputError where an
/// argument has another type than its parameter, or does not lie as the plan says (device_put
/// brings it there), where a result is unreduced (an Array is a whole), and where the mesh's
/// devices are not the job's ranks; Error on all ranks where their programs differ.
std::vector<Array> execute(Runtime &runtime, const Program &partitioned,
                           std::span<const Array> arguments);

} // namespace brigade
