#pragma once

#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/ir/program.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace brigade {

/// One collective of a partitioned program.
struct CollectiveUse {
  Operation kind = Operation::all_reduce;
  std::vector<std::string> axes;
  double bytes = 0;   ///< sent by one device
  double seconds = 0; ///< modelled
  std::string value, operation, source, reason;
};

/// In the program's order, those of a block for each of its calls. shard_slice moves nothing, and
/// is not among them.
std::vector<CollectiveUse> collectives_of(const Program &partitioned,
                                          const MachineProfile &profile);

/// Modelled time of one device, in seconds.
struct PlanCost {
  double compute_seconds = 0;
  double communication_seconds = 0;
  /// Communication behind which the device computes (timeline.hpp).
  double overlapped_seconds = 0;
  /// Where nothing overlaps.
  double total_seconds() const { return compute_seconds + communication_seconds; }
  /// From the beginning to the end.
  double elapsed_seconds() const { return total_seconds() - overlapped_seconds; }
  /// Share of the total time in which the device computes; 1 for a program that does nothing.
  double utilisation() const {
    return total_seconds() == 0 ? 1 : compute_seconds / total_seconds();
  }
  PlanCost &operator+=(const PlanCost &other) {
    compute_seconds += other.compute_seconds;
    communication_seconds += other.communication_seconds;
    overlapped_seconds += other.overlapped_seconds;
    return *this;
  }
};

/// A block costs the same in each of its calls, and what it moves overlaps with what it computes.
PlanCost cost_of(const Program &partitioned, const MachineProfile &profile);

} // namespace brigade
