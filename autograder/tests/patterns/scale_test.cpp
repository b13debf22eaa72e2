#include "recognised.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace brigade::grader {
namespace {

using testing::finding_of;
using ::testing::HasSubstr;
using testing::launch_of;
using testing::pattern_of;
using testing::Ranks;

const Ranks kThree = {{1, 2, 3}, {1, 2, 3}};

TEST(Scale, TimesTheNumberOfRanksIsASumForAMean) {
  const Finding finding = finding_of({.expected = kThree, .got = {{2, 4, 6}, {2, 4, 6}}});
  EXPECT_EQ(finding.pattern, "n times too large");
  EXPECT_THAT(finding.sentence, HasSubstr("2 times too large"));
  EXPECT_EQ(pattern_of({.expected = kThree, .got = {{3, 6, 9}, {3, 6, 9}}}), "a constant factor");
}

TEST(Scale, TimesASizeOfTheMeshNamesTheAxis) {
  const Ranks ones(6, {1, 2, 3}), threes(6, {3, 6, 9});
  const Finding finding =
      finding_of({.expected = ones, .got = threes, .mesh = {{"data", 2}, {"model", 3}}});
  EXPECT_EQ(finding.pattern, "n times too large");
  EXPECT_THAT(finding.sentence, HasSubstr("the size of axis model"));
}

TEST(Scale, ASumThatIsSummedAgainIsReducedTwice) {
  EXPECT_EQ(pattern_of({.expected = {{3}, {3}}, .got = {{6}, {6}}, .inputs = {{1}, {2}}}),
            "reduced twice");
  EXPECT_EQ(pattern_of({.expected = {{1.5}, {1.5}}, .got = {{3}, {3}}, .inputs = {{1}, {2}}}),
            "n times too large");
}

TEST(Scale, OneReductionMoreThanTheSolutionIsReducedTwice) {
  records::CallRecord reduce;
  reduce.kind = "MPI_Allreduce";
  reduce.operation = "sum";
  EXPECT_EQ(pattern_of({.expected = kThree, .got = {{2, 4, 6}, {2, 4, 6}}, .calls = {reduce}}),
            "reduced twice");
}

TEST(Scale, DividedByTheNumberOfRanksIsAveragedTwice) {
  const Finding finding = finding_of({.expected = Ranks(4, {3, 6}), .got = Ranks(4, {0.75, 1.5})});
  EXPECT_EQ(finding.pattern, "n times too small");
  EXPECT_THAT(finding.sentence, HasSubstr("averaged twice"));
  EXPECT_NE(pattern_of({.expected = Ranks(4, {3, 6}), .got = Ranks(4, {0.75, 1.6})}),
            "n times too small");
}

TEST(Scale, TheOtherSign) {
  EXPECT_EQ(pattern_of({.expected = {{1, -2, 3}}, .got = {{-1, 2, -3}}}), "the sign is turned");
  EXPECT_EQ(pattern_of({.expected = {{1, -2, 3}}, .got = {{-1, 2, 3}}}), "");
}

TEST(Scale, TwoNumbersAloneHaveNoConstantFactor) {
  EXPECT_EQ(pattern_of({.expected = {{1, 1}}, .got = {{1.5, 1.5}}}), "");
}

TEST(Scale, NumbersOfNoSizeAreNoFactorOfAnything) {
  EXPECT_EQ(pattern_of({.expected = {{1, -2, 3}}, .got = {{2e-313, -1e-310, 7e-320}}}), "");
}

LaunchResult wholes(const std::vector<std::int64_t> &values) {
  return launch_of(1, [&](int, records::TestRecords &records) {
    records.arrays = {testing::vector("result", values)};
  });
}

TEST(Scale, EveryWholeNumberOneTooLargeIsOffByOne) {
  EXPECT_EQ(finding_of(wholes({1, 2, 4}), wholes({0, 1, 3})).pattern, "off by one");
  EXPECT_EQ(finding_of(wholes({1, 2, 3}), wholes({0, 1, 3})).pattern, "");
}

TEST(Scale, NotANumberIsNamedWhereAllElseIsRight) {
  const double nan = std::nan("");
  const Finding finding = finding_of({.expected = {{1, 2}}, .got = {{1, nan}}});
  EXPECT_EQ(finding.pattern, "not a number");
  EXPECT_THAT(finding.sentence, HasSubstr("1 element is not a finite number"));
  EXPECT_EQ(pattern_of({.expected = {{1, 2}}, .got = {{7, nan}}}), "");
}

TEST(Scale, OfInfinityAloneNoUndefinedQuotientIsTheCause) {
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  EXPECT_THAT(finding_of({.expected = {{1, 2}}, .got = {{infinity, -infinity}}}).cause,
              HasSubstr("the logarithm of 0"));
  EXPECT_THAT(finding_of({.expected = {{1, 2}}, .got = {{infinity, nan}}}).cause, HasSubstr("0/0"));
}

} // namespace
} // namespace brigade::grader
