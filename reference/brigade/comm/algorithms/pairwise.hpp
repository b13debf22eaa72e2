#pragma once

#include "brigade/comm/algorithms/schedule.hpp"

namespace brigade {

/// n - 1 steps; in step s a rank sends to the one s after it and receives from the one s before it,
/// so that nobody is sent to by two ranks at once.
Schedule pairwise_all_to_all(int rank, std::span<const std::size_t> send_counts,
                             std::span<const std::size_t> receive_counts);

} // namespace brigade
