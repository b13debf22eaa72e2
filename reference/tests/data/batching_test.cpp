#include "brigade/data/batching.hpp"

#include "brigade/core/error.hpp"
#include "brigade/data/epoch_order.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

namespace brigade {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

struct Sizes {
  std::int64_t rows, batch;
};
// Batches that divide the rows and that do not, batches larger than the rows, batches smaller than
// the ranks.
const std::vector<Sizes> kSizes = {{12, 4}, {13, 4}, {1'437, 64}, {5, 8}, {1, 1}, {30, 3}};

TEST(Batching, TheBatchesCoverTheRowsAndOnlyTheLastIsSmaller) {
  for (const auto [rows, batch] : kSizes) {
    const Batching batching(rows, batch);
    std::int64_t next = 0;
    for (std::int64_t step = 0; step < batching.steps(); ++step) {
      const Interval positions = batching.positions(step);
      EXPECT_EQ(positions.begin, next);
      if (step + 1 < batching.steps()) {
        EXPECT_EQ(positions.size(), batch);
      } else {
        EXPECT_GT(positions.size(), 0);
      }
      next = positions.end;
    }
    EXPECT_EQ(next, rows);
  }
}

TEST(Batching, TheDigitsTakeTwentyThreeStepsOfSixtyFour) {
  const Batching batching(1'437, 64);
  EXPECT_EQ(batching.steps(), 23);
  EXPECT_EQ(batching.positions(22), (Interval{1'408, 1'437}));
}

TEST(Batching, ABatchOfAnySizeIsOneStepAtMostOfAllRows) {
  const Batching batching(10, std::int64_t{1} << 62);
  EXPECT_EQ(batching.steps(), 1);
  EXPECT_EQ(batching.positions(0), (Interval{0, 10}));
}

TEST(Batching, TheSharesOfEveryNumberOfRanksAreTheBatchWithoutOverlap) {
  for (const auto [rows, batch] : kSizes) {
    const Batching batching(rows, batch);
    for (std::int64_t ranks = 1; ranks <= 8; ++ranks)
      for (std::int64_t step = 0; step < batching.steps(); ++step) {
        std::int64_t next = batching.positions(step).begin;
        for (std::int64_t rank = 0; rank < ranks; ++rank) {
          const Interval share = batching.positions(step, {ranks, rank});
          EXPECT_EQ(share.begin, next) << "rank " << rank << " of " << ranks << ", step " << step;
          next = share.end;
        }
        EXPECT_EQ(next, batching.positions(step).end) << ranks << " ranks, step " << step;
      }
  }
}

TEST(Batching, SizesBelowOneAreRefused) {
  EXPECT_THAT([] { Batching(0, 4); }, ThrowsMessage<InputError>(HasSubstr("0 rows")));
  EXPECT_THAT([] { Batching(4, 0); }, ThrowsMessage<InputError>(HasSubstr("batch size 0")));
  EXPECT_THAT([] { Batching(4, -3); }, ThrowsMessage<InputError>(HasSubstr("batch size -3")));
}

TEST(RowsNeeded, AreExactlyTheRowsThatTheRankFetches) {
  const std::int64_t rows = 37;
  for (std::int64_t ranks : {1, 2, 3, 8})
    for (std::int64_t rank = 0; rank < ranks; ++rank) {
      const RunShare run{
          .batch = 8, .test_batch = 10, .epochs = 2, .seed = 5, .share = {ranks, rank}};
      std::vector<bool> train(static_cast<std::size_t>(rows)), test(train);
      const Batching train_batching(rows, run.batch), test_batching(rows, run.test_batch);
      for (std::int64_t epoch = 0; epoch < run.epochs; ++epoch) {
        const EpochOrder order(rows, run.seed, epoch);
        for (std::int64_t step = 0; step < train_batching.steps(); ++step)
          for (std::int64_t row : order.at(train_batching.positions(step, run.share)))
            train[static_cast<std::size_t>(row)] = true;
      }
      for (std::int64_t step = 0; step < test_batching.steps(); ++step) {
        const Interval share = test_batching.positions(step, run.share);
        for (std::int64_t row = share.begin; row < share.end; ++row)
          test[static_cast<std::size_t>(row)] = true;
      }
      EXPECT_EQ(rows_needed(run)(Split::train, rows), train) << "rank " << rank << " of " << ranks;
      EXPECT_EQ(rows_needed(run)(Split::test, rows), test) << "rank " << rank << " of " << ranks;
    }
}

TEST(RowsNeeded, AreAnEighthForOneEpochOfEightRanksAndNearlyAllForTwenty) {
  const std::int64_t rows = 8'000;
  auto needed = [&](std::int64_t epochs, Split split) {
    return std::ranges::count(
        rows_needed({.batch = 64, .test_batch = 64, .epochs = epochs, .share = {8, 3}})(split,
                                                                                        rows),
        true);
  };
  EXPECT_EQ(needed(1, Split::train), rows / 8);
  EXPECT_EQ(needed(20, Split::test), rows / 8);
  // 1 - (7/8)^20 = 0.9308; the standard deviation of the count is below sqrt(8000 · 0.93 · 0.07)
  // = 23.
  EXPECT_NEAR(static_cast<double>(needed(20, Split::train)), 0.9308 * 8'000, 5 * 23);
}

} // namespace
} // namespace brigade
