#include "brigade/tracer/traffic_formula.hpp"

#include <gtest/gtest.h>

namespace brigade {
namespace {

/// Bytes that a rank of a ring really sends: in round r of the reduce-scatter the block r + 1
/// places behind its own, then in round r of the all-gather the block r places behind its own.
std::int64_t ring_all_reduce(std::int64_t count, int ranks, int rank, std::int64_t element_bytes) {
  std::int64_t sent = 0;
  for (int other = 0; other < ranks; ++other)
    if (other != rank) // the reduce-scatter that ends with the own block sends away all the others
      sent += block_of(count, ranks, other).size();
  sent += (ranks - 1) * block_of(count, ranks, rank).size();
  return sent * element_bytes;
}

TEST(TrafficFormula, AllReduceIsReduceScatterThenAllGather) {
  for (const int ranks : {1, 2, 3, 4, 5, 8})
    for (const std::int64_t count : {0, 1, 7, 64, 1000})
      for (int rank = 0; rank < ranks; ++rank) {
        const Interval block = block_of(count, ranks, rank);
        EXPECT_EQ(traffic::all_reduce(count, 4, ranks, rank),
                  traffic::reduce_scatter(count * 4, block.size() * 4) +
                      traffic::all_gather(block.size() * 4, ranks));
        EXPECT_EQ(traffic::all_reduce(count, 4, ranks, rank),
                  ring_all_reduce(count, ranks, rank, 4));
      }
}

TEST(TrafficFormula, AllRanksTogetherSendWhatTheyMust) {
  for (const int ranks : {1, 2, 3, 8}) {
    std::int64_t all_reduce = 0, broadcast = 0, gather = 0, scatter = 0, reduce = 0, scan = 0;
    for (int rank = 0; rank < ranks; ++rank) {
      const bool is_root = rank == ranks / 2;
      all_reduce += traffic::all_reduce(1000, 8, ranks, rank);
      broadcast += traffic::broadcast(80, ranks, is_root);
      gather += traffic::gather(80, is_root);
      scatter += traffic::scatter(80 * ranks, 80, is_root);
      reduce += traffic::reduce(80, is_root);
      scan += traffic::scan(80, ranks, rank);
    }
    EXPECT_EQ(all_reduce, 2 * (ranks - 1) * 8000);
    for (const std::int64_t total : {broadcast, gather, scatter, reduce, scan})
      EXPECT_EQ(total, (ranks - 1) * 80);
  }
}

TEST(TrafficFormula, ARankAloneSendsNothing) {
  EXPECT_EQ(traffic::all_reduce(1000, 8, 1, 0), 0);
  EXPECT_EQ(traffic::reduce_scatter(8000, 8000), 0);
  EXPECT_EQ(traffic::all_gather(8000, 1), 0);
  EXPECT_EQ(traffic::all_to_all(8000, 8000), 0);
  EXPECT_EQ(traffic::broadcast(8000, 1, true), 0);
}

} // namespace
} // namespace brigade
