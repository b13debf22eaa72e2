#include "recognised.hpp"

#include <gmock/gmock.h>

namespace brigade::grader {
namespace {

using testing::finding_of;
using ::testing::HasSubstr;
using testing::pattern_of;
using testing::Ranks;

TEST(Copies, OnlyTheRootIsRightWhereTheOthersHoldAMarker) {
  const Finding finding =
      finding_of({.expected = {{6}, {6}, {6}}, .got = {{6}, {-999}, {-999}}, .scalars = true});
  EXPECT_EQ(finding.pattern, "only the root is right");
  EXPECT_THAT(finding.sentence, HasSubstr("only rank 0 has the result, the others hold -999"));
  EXPECT_EQ(pattern_of({.expected = {{6}, {6}, {6}}, .got = {{6}, {5}, {4}}, .scalars = true}),
            "ranks disagree");
}

TEST(Copies, TheCallThatFillsOnlyTheRootIsNamed) {
  records::CallRecord reduce;
  reduce.kind = "MPI_Reduce";
  const Finding finding = finding_of(
      {.expected = {{6}, {6}, {6}}, .got = {{6}, {2}, {3}}, .calls = {reduce}, .scalars = true});
  EXPECT_EQ(finding.pattern, "only the root is right");
  EXPECT_THAT(finding.cause, HasSubstr("MPI_Reduce fills its result on the root only"));
}

TEST(Copies, OneRightBlockAmongDifferentOnesIsNoRoot) {
  EXPECT_NE(pattern_of({.expected = {{1, 2}, {3, 4}, {5, 6}}, .got = {{1, 2}, {9, 8}, {7, 7}}}),
            "only the root is right");
}

TEST(Copies, PartsThatAddUpAreNeverReducedSums) {
  const Finding finding = finding_of({.expected = {{3, 30}, {3, 30}}, .got = {{1, 10}, {2, 20}}});
  EXPECT_EQ(finding.pattern, "partial sums never reduced");
  EXPECT_THAT(finding.sentence, HasSubstr("the ranks hold partial sums (1 and 2)"));
  EXPECT_NE(pattern_of({.expected = {{3, 30}, {3, 30}}, .got = {{1, 10}, {2, 21}}}),
            "partial sums never reduced");
}

TEST(Copies, PartialSumsAreFoundInEachGroupOfCopies) {
  EXPECT_EQ(pattern_of({.expected = {{3}, {3}, {7}, {7}}, .got = {{1}, {2}, {3}, {4}}}),
            "partial sums never reduced");
}

TEST(Copies, TheFirstPartAloneIsReduced) {
  const Finding finding =
      finding_of({.expected = {{11, 22, 33}, {11, 22, 33}}, .got = {{11, 2, 3}, {11, 20, 30}}});
  EXPECT_EQ(finding.pattern, "only the first part reduced");
  EXPECT_THAT(finding.sentence, HasSubstr("only the first 1 of 3 elements"));
  EXPECT_NE(
      pattern_of({.expected = {{11, 22, 33}, {11, 22, 33}}, .got = {{11, 2, 3}, {11, 20, 31}}}),
      "only the first part reduced");
}

TEST(Copies, ASumOverTheWorldIsToldFromOneOverTheGroup) {
  const Ranks pairs = {{1}, {1}, {5}, {5}};
  EXPECT_EQ(pattern_of({.expected = pairs, .got = {{6}, {6}, {6}, {6}}}), "summed over all ranks");
  EXPECT_NE(pattern_of({.expected = pairs, .got = {{7}, {7}, {7}, {7}}}), "summed over all ranks");
}

TEST(Copies, RanksThatDisagreeAreNamed) {
  const Finding finding =
      finding_of({.expected = {{4}, {4}, {4}}, .got = {{7}, {7}, {2}}, .scalars = true});
  EXPECT_EQ(finding.pattern, "ranks disagree");
  EXPECT_THAT(finding.sentence, HasSubstr("rank 2 differs from rank 0"));
  EXPECT_EQ(pattern_of({.expected = {{4}, {4}, {4}}, .got = {{7}, {7}, {7}}, .scalars = true}), "");
}

} // namespace
} // namespace brigade::grader
