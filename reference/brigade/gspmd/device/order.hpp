#pragma once

#include "brigade/gspmd/device/units.hpp"

#include <cstddef>
#include <set>
#include <vector>

namespace brigade {

/// Which values lie in the memory of which: what an alias gives is its operand, elsewhere
/// everything is itself.
std::vector<ValueId> memory_roots(const DeviceProgram &program, const Units &units);

/// The orders in which the units may run: what is read is made before, and collectives keep the
/// program's order, which is the same on all devices.
class UnitOrder {
public:
  /// Both have to live as long.
  UnitOrder(const DeviceProgram &program, const Units &units);

  /// Whether a unit may be told to run before another one.
  bool can_precede(std::size_t before, std::size_t behind) const;
  void let_precede(std::size_t before, std::size_t behind);

  /// All units, as their numbers. Of those whose operands are there, the one that leaves the least
  /// memory in use comes first (so an update of weights follows the gradient that it consumes);
  /// where the order of the program needs less at its peak, that one. Only values that are `counted`
  /// take memory: not those whose place is there all along.
  std::vector<std::size_t> listed(const std::vector<bool> &counted) const;

private:
  const DeviceProgram &program_;
  const Units &units_;
  std::vector<std::set<std::size_t>> before_, behind_; // of each unit
};

} // namespace brigade
