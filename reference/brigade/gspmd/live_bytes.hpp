#pragma once

#include "brigade/gspmd/timeline.hpp"
#include "brigade/ir/program.hpp"

#include <vector>

namespace brigade {

/// The most bytes that the values of the device with the largest blocks take at one time, if each
/// is freed after its last use; parameters are there to the end. A collective uses its operands
/// until it is awaited (timeline.hpp). Quick, and what the clean-up compares orders by; what a
/// device takes in the end is said by memory_of (plan_memory.hpp).
double live_bytes(const Program &partitioned);
/// The same if these were the main block's instructions.
double live_bytes(const Program &partitioned, const std::vector<TimedInstruction> &instructions);

} // namespace brigade
