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
/// program's order, which is the same on all devices. A small one waits for the operands of the one
/// behind it, if it can: then the devices wait for each other once and not twice. That is not done
/// to one that is started and awaited later.
class UnitOrder {
public:
  /// `started`: of each instruction, whether it is a collective that is awaited later. All have to
  /// live as long.
  UnitOrder(const DeviceProgram &program, const Units &units, const std::vector<bool> &started);

  /// Whether a unit may be told to run before another one.
  bool can_precede(std::size_t before, std::size_t behind) const;
  void let_precede(std::size_t before, std::size_t behind);

  /// All units, as their numbers. Of those whose operands are there, the one that leaves the least
  /// memory in use comes first (so an update of weights follows the gradient that it consumes);
  /// where the order of the program needs less at its peak, or where collectives are started in it
  /// (it was made for what is computed meanwhile), that one. Only values that are `counted` take
  /// memory: not those whose place is there all along.
  std::vector<std::size_t> listed(const std::vector<bool> &counted) const;

private:
  bool is_small(std::size_t collective) const;
  void let_wait_for_next(std::size_t collective, std::size_t next,
                         const std::vector<std::size_t> &maker);

  const DeviceProgram &program_;
  const Units &units_;
  const std::vector<bool> &started_;
  std::vector<std::set<std::size_t>> before_, behind_; // of each unit
};

} // namespace brigade
