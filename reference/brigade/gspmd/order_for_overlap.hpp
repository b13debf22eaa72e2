#pragma once

#include "brigade/gspmd/timeline.hpp"

namespace brigade {

/// Clean-up: an order in which collectives are started early and awaited late, with independent
/// computing in between (timeline.hpp says what an executor makes of an order; there are no pairs
/// of start and done). What feeds a collective goes before what does not, and where the device
/// would wait, instructions that do not need what it waits for are brought forward. Of values that
/// are gathered, one at most is on its way while another one waits for its use: else a program
/// whose weights are cut would hold them all. The program's own order is kept where no other ends
/// earlier, or where one that does would hold more than `most_bytes` at one time.
Program order_for_overlap(const Program &partitioned, const MachineProfile &profile,
                          double most_bytes);

/// The same of instructions that may stand in the place of the program's own.
std::vector<TimedInstruction> order_for_overlap(const Program &partitioned,
                                                std::vector<TimedInstruction> instructions,
                                                double most_bytes);

/// The program with other instructions, on the same values.
Program with_instructions(const Program &partitioned,
                          const std::vector<TimedInstruction> &instructions);

/// The most that the memory of a device may grow, as a factor, by all that saves time.
inline constexpr double kMostGrowthOfMemory = 1.1;

/// How much a device may hold at one time (live_bytes) after buckets and orders that save time, if
/// this program is what they begin with.
double most_live_bytes(const Program &partitioned);

} // namespace brigade
