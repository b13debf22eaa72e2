#include "recognised.hpp"

#include <gmock/gmock.h>

namespace brigade::grader {
namespace {

using testing::finding_of;
using ::testing::HasSubstr;
using testing::pattern_of;
using testing::Ranks;

const Ranks kFour = {{1, 10}, {2, 20}, {3, 30}, {4, 40}};

TEST(Shards, TheNextRanksBlock) {
  const Finding finding =
      finding_of({.expected = kFour, .got = {{2, 20}, {3, 30}, {4, 40}, {1, 10}}});
  EXPECT_EQ(finding.pattern, "a neighbour's shard");
  EXPECT_THAT(finding.sentence, HasSubstr("the next rank's block"));
}

TEST(Shards, AllBlocksMustBeShiftedAlike) {
  EXPECT_EQ(pattern_of({.expected = kFour, .got = {{2, 20}, {1, 10}, {4, 40}, {3, 30}}}),
            "order of ranks");
  EXPECT_EQ(pattern_of({.expected = kFour, .got = {{2, 20}, {3, 30}, {5, 40}, {1, 11}}}), "");
}

TEST(Shards, ANeighbourAlongAnAxisOfTheMesh) {
  const Finding finding = finding_of({.expected = kFour,
                                      .got = {{2, 20}, {1, 10}, {4, 40}, {3, 30}},
                                      .mesh = {{"data", 2}, {"model", 2}}});
  EXPECT_EQ(finding.pattern, "a neighbour's shard");
  EXPECT_THAT(finding.sentence, HasSubstr("along axis model"));
}

TEST(Shards, OffByOneRankButForTheEnd) {
  EXPECT_EQ(pattern_of({.expected = kFour, .got = {{2, 20}, {3, 30}, {4, 40}, {0, 0}}}),
            "off by one rank");
  EXPECT_NE(pattern_of({.expected = kFour, .got = {{2, 20}, {3, 30}, {9, 9}, {0, 0}}}),
            "off by one rank");
}

TEST(Shards, BlocksThatLieAsIfTheMeshWereTransposed) {
  const Ranks six = {{0}, {1}, {2}, {3}, {4}, {5}};
  EXPECT_EQ(pattern_of({.expected = six,
                        .got = {{0}, {3}, {1}, {4}, {2}, {5}},
                        .mesh = {{"data", 2}, {"model", 3}}}),
            "mesh axes swapped");
  EXPECT_EQ(pattern_of({.expected = six,
                        .got = {{0}, {3}, {1}, {4}, {5}, {2}},
                        .mesh = {{"data", 2}, {"model", 3}}}),
            "order of ranks");
}

TEST(Shards, ReversedAndAllAlike) {
  EXPECT_THAT(finding_of({.expected = kFour, .got = {{4, 40}, {3, 30}, {2, 20}, {1, 10}}}).sentence,
              HasSubstr("in reverse order"));
  EXPECT_THAT(finding_of({.expected = kFour, .got = Ranks(4, {3, 30})}).sentence,
              HasSubstr("every rank holds rank 2's block"));
}

} // namespace
} // namespace brigade::grader
