#include "recognised.hpp"

#include <gmock/gmock.h>

#include "brigade/core/interval.hpp"

namespace brigade::grader {
namespace {

using testing::array;
using testing::finding_of;
using ::testing::HasSubstr;
using testing::launch_of;
using testing::pattern_of;
using testing::placed;
using testing::Ranks;

LaunchResult one(const Shape &shape, const std::vector<double> &values) {
  return launch_of(
      1, [&](int, records::TestRecords &records) { records.arrays = {array("w", shape, values)}; });
}

TEST(Layout, ATransposeIsNamedWithItsShapeAndWithoutIt) {
  const LaunchResult solution = one({2, 3}, {0, 1, 2, 3, 4, 5});
  const Finding finding = finding_of(one({3, 2}, {0, 3, 1, 4, 2, 5}), solution);
  EXPECT_EQ(finding.pattern, "axes swapped");
  EXPECT_THAT(finding.sentence, HasSubstr("the transpose"));
  EXPECT_EQ(finding_of(one({2, 3}, {0, 3, 1, 4, 2, 5}), solution).pattern, "axes swapped");
  EXPECT_EQ(finding_of(one({2, 3}, {0, 3, 1, 4, 5, 2}), solution).pattern, "");
}

TEST(Layout, SizesInAnotherOrderAreSwappedAxesWhateverTheyHold) {
  const LaunchResult solution = one({2, 3}, {0, 1, 2, 3, 4, 5});
  EXPECT_EQ(finding_of(one({3, 2}, {9, 9, 1, 4, 2, 5}), solution).pattern, "axes swapped");
  EXPECT_NE(finding_of(one({6}, {0, 1, 2, 3, 4, 5}), solution).pattern, "axes swapped");
}

TEST(Layout, ColumnBlocksJoinedAsIfTheyWereRows) {
  const Finding finding = finding_of({.expected = Ranks(2, {0, 1, 2, 3, 4, 5, 6, 7}),
                                      .got = Ranks(2, {0, 1, 4, 5, 2, 3, 6, 7}),
                                      .shape = {2, 4}});
  EXPECT_EQ(finding.pattern, "blocks joined on the wrong dimension");
  EXPECT_THAT(finding.where, HasSubstr("[0, 2]: got 4, expected 2"));
  EXPECT_NE(pattern_of({.expected = Ranks(2, {0, 1, 2, 3, 4, 5, 6, 7}),
                        .got = Ranks(2, {0, 1, 4, 5, 2, 3, 7, 6}),
                        .shape = {2, 4}}),
            "blocks joined on the wrong dimension");
}

TEST(Layout, BlocksInReverseShiftedAndMixedOrder) {
  const Ranks right(3, {1, 2, 3});
  EXPECT_THAT(finding_of({.expected = right, .got = Ranks(3, {3, 2, 1})}).sentence,
              HasSubstr("in reverse order"));
  EXPECT_THAT(finding_of({.expected = right, .got = Ranks(3, {2, 3, 1})}).sentence,
              HasSubstr("shifted by 1"));
  EXPECT_EQ(pattern_of({.expected = right, .got = Ranks(3, {2, 1, 3})}), "order of ranks");
  EXPECT_NE(pattern_of({.expected = right, .got = Ranks(3, {2, 1, 4})}), "order of ranks");
}

/// A 4 x 4 array cut along a dimension over the ranks, with its places.
LaunchResult cut_along(std::size_t dimension, int ranks) {
  return launch_of(ranks, [&](int rank, records::TestRecords &records) {
    const Interval own = block_of(4, ranks, rank);
    Shape shape{4, 4};
    shape[dimension] = own.size();
    std::vector<double> values;
    for (std::int64_t i = 0; i < 4; ++i)
      for (std::int64_t j = 0; j < 4; ++j)
        if (own.contains(dimension == 0 ? i : j))
          values.push_back(static_cast<double>(10 * i + j));
    std::vector<std::int64_t> start{0, 0};
    start[dimension] = own.begin;
    records.arrays = {placed(array("w", shape, values), {4, 4}, start)};
  });
}

TEST(Layout, TheRightArrayCutOnTheWrongDimension) {
  const Finding finding = finding_of(cut_along(0, 4), cut_along(1, 4));
  EXPECT_EQ(finding.pattern, "axes swapped"); // [1, 4] instead of [4, 1]: the plainer word
  EXPECT_EQ(finding_of(cut_along(0, 3), cut_along(1, 3)).pattern, "axes swapped");
}

TEST(Layout, WhatWasSorted) {
  const Finding finding =
      finding_of({.expected = Ranks(3, {540, 41, 642}), .got = Ranks(3, {41, 540, 642})});
  EXPECT_EQ(finding.pattern, "sorted by value");
  EXPECT_THAT(finding.sentence, HasSubstr("the right elements in another order"));
  EXPECT_NE(pattern_of({.expected = Ranks(3, {540, 41, 642}), .got = Ranks(3, {540, 642, 41})}),
            "sorted by value");
  EXPECT_NE(pattern_of({.expected = Ranks(2, {540, 41}), .got = Ranks(2, {41, 540})}),
            "sorted by value");
}

TEST(Layout, TwoSortedElementsAreNamedWhereAnotherCallTells) {
  const auto calls = [](const std::vector<double> &first, const std::vector<double> &second) {
    return launch_of(2, [&](int, records::TestRecords &records) {
      records.arrays = {testing::vector("badges", first),
                        testing::vector("badges of the second call", second)};
    });
  };
  const LaunchResult solution = calls({540, 41}, {-540, -41});
  EXPECT_EQ(finding_of(calls({41, 540}, {-540, -41}), solution).pattern, "sorted by value");
  EXPECT_NE(finding_of(calls({41, 540}, {-41, -540}), solution).pattern, "sorted by value");
}

} // namespace
} // namespace brigade::grader
