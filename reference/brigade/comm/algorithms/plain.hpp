#pragma once

#include "brigade/comm/algorithms/schedule.hpp"

namespace brigade {

/// The shortest correct way of each collective: what the faster ones are held against.

/// Place 0 receives everything, joins it in the order of the places, and sends the result to all.
Schedule plain_all_reduce(int rank, int size, std::size_t count);
/// Each sends each block straight to its owner, who joins them in the order of the places.
Schedule plain_reduce_scatter(int rank, std::span<const std::size_t> counts);
/// Each sends its block straight to all others.
Schedule plain_all_gather(int rank, std::span<const std::size_t> counts);
/// Each sends each block straight to its receiver, all at once.
Schedule plain_all_to_all(int rank, std::span<const std::size_t> send_counts,
                          std::span<const std::size_t> receive_counts);
/// The root sends everything to all others.
Schedule plain_broadcast(int rank, int size, std::size_t count, int root);
/// Place 0 hears from all, then tells all. One element of scratch is the message.
Schedule plain_barrier(int rank, int size);

} // namespace brigade
