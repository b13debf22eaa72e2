#include "brigade/core/interval.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>

namespace brigade {
namespace {

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

// The definition itself, in arithmetic that is wide enough for it.
Interval block_by_definition(std::int64_t size, std::int64_t parts, std::int64_t index) {
  __extension__ using Wide = __int128;
  auto edge = [&](std::int64_t i) {
    return static_cast<std::int64_t>(static_cast<Wide>(i) * size / parts);
  };
  return {edge(index), edge(index + 1)};
}

TEST(BlockOf, SevenRowsOverFourDevicesAreOneTwoTwoTwo) {
  EXPECT_EQ(block_of(7, 4, 0), (Interval{0, 1}));
  EXPECT_EQ(block_of(7, 4, 1), (Interval{1, 3}));
  EXPECT_EQ(block_of(7, 4, 2), (Interval{3, 5}));
  EXPECT_EQ(block_of(7, 4, 3), (Interval{5, 7}));
}

TEST(BlockOf, TwoRowsOverFourDevicesLeaveTwoBlocksEmpty) {
  EXPECT_TRUE(block_of(2, 4, 0).empty());
  EXPECT_EQ(block_of(2, 4, 1), (Interval{0, 1}));
  EXPECT_TRUE(block_of(2, 4, 2).empty());
  EXPECT_EQ(block_of(2, 4, 3), (Interval{1, 2}));
}

TEST(BlockOf, BlocksOfEverySmallCaseFollowOneAnotherAndDifferByAtMostOne) {
  for (std::int64_t size = 0; size <= 40; ++size)
    for (std::int64_t parts = 1; parts <= 12; ++parts) {
      std::int64_t end = 0;
      for (std::int64_t i = 0; i < parts; ++i) {
        const Interval block = block_of(size, parts, i);
        EXPECT_EQ(block.begin, end);
        EXPECT_GE(block.size(), size / parts);
        EXPECT_LE(block.size(), (size + parts - 1) / parts);
        EXPECT_EQ(block, block_by_definition(size, parts, i));
        end = block.end;
      }
      EXPECT_EQ(end, size);
    }
}

TEST(BlockOf, AgreesWithTheDefinitionForHugeSizesAndParts) {
  std::mt19937_64 random(7);
  std::uniform_int_distribution<int> bits(0, 63), part_bits(1, 32);
  for (int trial = 0; trial < 20000; ++trial) {
    const auto size = static_cast<std::int64_t>((random() >> 1) >> bits(random));
    const std::int64_t largest = (std::int64_t{1} << part_bits(random)) - 1;
    const std::int64_t parts = std::uniform_int_distribution<std::int64_t>(1, largest)(random);
    const std::int64_t index = std::uniform_int_distribution<std::int64_t>(0, parts - 1)(random);
    ASSERT_EQ(block_of(size, parts, index), block_by_definition(size, parts, index))
        << size << " over " << parts << " at " << index;
  }
  constexpr std::int64_t most_parts = (std::int64_t{1} << 32) - 1;
  EXPECT_EQ(block_of(kLargest, most_parts, most_parts - 1).end, kLargest);
  EXPECT_EQ(block_of(kLargest - 1, most_parts, 12345),
            block_by_definition(kLargest - 1, most_parts, 12345));
}

TEST(BlockOf, BlocksOfAFinerCutMakeUpTheBlocksOfACoarserOne) {
  std::mt19937_64 random(11);
  for (int trial = 0; trial < 2000; ++trial) {
    const auto size = static_cast<std::int64_t>(random() >> (1 + random() % 60));
    const std::int64_t outer = 1 + static_cast<std::int64_t>(random() % 50),
                       inner = 1 + static_cast<std::int64_t>(random() % 50);
    const std::int64_t index = static_cast<std::int64_t>(random()) & 0xffff;
    const Interval coarse = block_of(size, outer, index % outer);
    EXPECT_EQ(block_of(size, outer * inner, index % outer * inner).begin, coarse.begin);
    EXPECT_EQ(block_of(size, outer * inner, index % outer * inner + inner - 1).end, coarse.end);
  }
}

TEST(BlockOf, IsAConstantExpression) {
  static_assert(block_of(10, 3, 1) == Interval{3, 6});
  static_assert(block_of(10, 3, 1).contains(5) && !block_of(10, 3, 1).contains(6));
}

TEST(Intersection, OfIntervalsThatMissEachOtherIsEmpty) {
  EXPECT_EQ(intersection({0, 5}, {3, 9}), (Interval{3, 5}));
  EXPECT_EQ(intersection({0, 3}, {3, 9}).size(), 0);
  EXPECT_EQ(intersection({0, 3}, {7, 9}).size(), 0);
  EXPECT_EQ(intersection({7, 9}, {0, 3}).size(), 0);
  EXPECT_EQ(intersection({0, 9}, {4, 4}).size(), 0);
}

} // namespace
} // namespace brigade
