#pragma once

#include "brigade/comm/algorithms/schedule.hpp"

namespace brigade {

/// Ranks in a ring, each talking to its two neighbours only. n - 1 steps, in each of which every
/// rank sends one block, so all links are busy and nobody sends more than the total once: the best
/// that is possible for long messages. P. Patarasuk, X. Yuan, "Bandwidth Optimal All-reduce
/// Algorithms", 2009.

/// Block i travels from rank i + 1 around the ring to rank i, and each rank that it passes adds its
/// part.
Schedule ring_reduce_scatter(int rank, std::span<const std::size_t> counts);
/// Each block travels around the ring once, and each rank keeps a copy.
Schedule ring_all_gather(int rank, std::span<const std::size_t> counts);
/// A reduce-scatter of balanced blocks in place, then an all-gather: 2(n - 1)/n·D bytes.
Schedule ring_all_reduce(int rank, int size, std::size_t count);

} // namespace brigade
