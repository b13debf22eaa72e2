#include "brigade/data/epoch_order.hpp"

#include "brigade/data/batching.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace brigade {
namespace {

std::vector<std::int64_t> all_rows(const EpochOrder &order, std::int64_t rows) {
  const auto span = order.at({0, rows});
  return {span.begin(), span.end()};
}

TEST(EpochOrder, VisitsEveryRowOnce) {
  for (std::int64_t rows : {1, 2, 3, 12, 1'437}) {
    std::vector<std::int64_t> visited = all_rows(EpochOrder(rows, 1, 0), rows);
    std::ranges::sort(visited);
    std::vector<std::int64_t> expected(static_cast<std::size_t>(rows));
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(visited, expected);
  }
}

TEST(EpochOrder, DependsOnSeedAndEpochAndNothingElse) {
  const std::int64_t rows = 1'437;
  const auto first = all_rows(EpochOrder(rows, 1, 0), rows);
  EXPECT_EQ(all_rows(EpochOrder(rows, 1, 0), rows), first);
  EXPECT_NE(all_rows(EpochOrder(rows, 1, 1), rows), first);
  EXPECT_NE(all_rows(EpochOrder(rows, 2, 0), rows), first);
  // (seed, epoch) is not merely a sum.
  EXPECT_NE(all_rows(EpochOrder(rows, 1, 1), rows), all_rows(EpochOrder(rows, 2, 0), rows));
}

TEST(EpochOrder, MovesRowsAcrossTheWholeSet) {
  // Of 8,000 rows about an eighth lies in any eighth of the order: 1,000 / 8 = 125, standard
  // deviation below 11.
  const std::int64_t rows = 8'000;
  const EpochOrder order(rows, 7, 3);
  for (std::int64_t eighth = 0; eighth < 8; ++eighth) {
    const auto part = order.at({eighth * 1'000, (eighth + 1) * 1'000});
    const auto low = std::ranges::count_if(part, [](std::int64_t row) { return row < 1'000; });
    EXPECT_NEAR(static_cast<double>(low), 125, 5 * 11);
  }
}

TEST(EpochOrder, EveryNumberOfRanksWorksOnTheSameBatchesWithoutOverlap) {
  const std::int64_t rows = 101;
  const Batching batching(rows, 16);
  for (std::int64_t epoch : {0, 1}) {
    const auto expected = all_rows(EpochOrder(rows, 9, epoch), rows);
    for (std::int64_t ranks = 1; ranks <= 8; ++ranks) {
      std::vector<std::int64_t> visited;
      for (std::int64_t step = 0; step < batching.steps(); ++step)
        for (std::int64_t rank = 0; rank < ranks; ++rank) {
          const EpochOrder of_rank(rows, 9, epoch);
          for (std::int64_t row : of_rank.at(batching.positions(step, {ranks, rank})))
            visited.push_back(row);
        }
      EXPECT_EQ(visited, expected) << ranks << " ranks, epoch " << epoch;
    }
  }
}

} // namespace
} // namespace brigade
