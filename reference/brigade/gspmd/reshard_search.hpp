#pragma once

#include "brigade/gspmd/layout.hpp"
#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/ir/operation.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace brigade {

/// A dimension whose axes change, without those that stay at its major end.
struct ReshardDimension {
  std::size_t index = 0; ///< among the value's
  std::int64_t size = 0;
  std::int64_t blocks = 1; ///< that the axes that stay make
  AxisList from, to;
};

/// A reshard, without all that stays as it is.
struct ReshardProblem {
  std::vector<ReshardDimension> dimensions = {}; ///< at most kMostReshardDimensions
  AxisSet unreduced;                             ///< that is to be reduced
  std::int64_t other_bytes = 1; ///< of an element, times the other dimensions' largest blocks
};

/// Each axis can be taken from one dimension and brought to another; one more is there to move axes
/// out of the way.
inline constexpr std::size_t kMostReshardDimensions = 2 * kMostAxes + 1;

/// Where the axes of a problem are, between two steps.
struct ReshardState {
  std::array<AxisList, kMostReshardDimensions> dimensions;
  AxisSet unreduced;
  bool operator==(const ReshardState &) const = default;
};

struct ReshardMove {
  Operation operation = Operation::shard_slice;
  AxisList axes = {};
  std::size_t dim = 0; ///< among the problem's; where it comes from for an all_to_all
  std::size_t to = 0;  ///< of an all_to_all
  ReshardState after = {};
};

/// The cheapest moves, in modelled time, by the A* search (Hart, Nilsson and Raphael 1968): states
/// are taken up in the order of what they have cost and must still cost at least.
///
/// Not every move is tried. An axis that has arrived, with all before it, stays. A wanted axis that
/// is free is sliced by at once where it can be; elsewhere it may be sliced by early, to make what
/// is moved smaller. A permute puts wanted axes first, and others in the order in which they will
/// be wanted. An all_to_all that cuts blocks anew brings as many axes at once to where they will
/// stay as it can.
///
/// Where one of few axes has a multiple of another's devices, it can stand in for several. There a
/// second search follows, in which axes that have arrived may leave again and permutes put the
/// others in any order; the cheaper of both plans is taken.
std::vector<ReshardMove> cheapest_moves(const ReshardProblem &problem, const Mesh &mesh,
                                        const MachineProfile &profile);

} // namespace brigade
