#include "recognised.hpp"

#include <gmock/gmock.h>

namespace brigade::grader {
namespace {

using testing::Case;
using testing::finding_of;
using ::testing::HasSubstr;
using testing::launch_of;
using testing::pattern_of;
using testing::Ranks;

Case with_bias(double added) {
  return {.expected = Ranks(3, {13, 27, 1, 2}),
          .got = Ranks(3, {13 + added * 10, 27 + added * 20, 1 + added * 10, 2 + added * 20}),
          .inputs = Ranks(3, {10, 20}),
          .input_name = "bias",
          .shape = {2, 2}};
}

TEST(Inputs, ABiasAddedByEveryRank) {
  const Finding finding = finding_of(with_bias(2));
  EXPECT_EQ(finding.pattern, "bias added n times");
  EXPECT_THAT(finding.sentence, HasSubstr("`bias` was added 3 times, once by every rank"));
}

TEST(Inputs, ABiasLeftOutOrAddedOnceMore) {
  EXPECT_EQ(pattern_of(with_bias(-1)), "bias missing");
  EXPECT_EQ(pattern_of(with_bias(1)), "bias added too often");
}

TEST(Inputs, HalfABiasIsNoBias) { EXPECT_EQ(pattern_of(with_bias(0.5)), ""); }

LaunchResult two_calls(std::vector<double> first, std::vector<double> second) {
  return launch_of(2, [&](int, records::TestRecords &records) {
    records.arrays = {testing::vector("total", first),
                      testing::vector("total of the second call", second)};
  });
}

TEST(Inputs, ASecondCallThatDiffersFromTheFirst) {
  const LaunchResult solution = two_calls({3, 4}, {5, 8});
  EXPECT_EQ(finding_of(two_calls({3, 4}, {8, 12}), solution).pattern, "the second call differs");
  const Finding stale = finding_of(two_calls({3, 4}, {3, 4}), solution);
  EXPECT_THAT(stale.sentence, HasSubstr("the second call gave the result of the first"));
  const Judgement both = testing::judge_one(two_calls({7, 9}, {8, 12}), solution);
  ASSERT_EQ(both.findings.size(), 2U);
  EXPECT_NE(both.findings[1].pattern, "the second call differs");
}

TEST(Inputs, AnInputThatWasWrittenInto) {
  const auto run = [](double x, double y) {
    return launch_of(1, [&](int, records::TestRecords &records) {
      records.arrays = {testing::vector<double>("y", {y, 1}),
                        testing::input<double>("x", {1}, {x})};
    });
  };
  EXPECT_EQ(finding_of(run(2, 7), run(1, 6)).pattern, "input changed");
  EXPECT_EQ(finding_of(run(1, 7.5), run(1, 6)).pattern, "");
}

TEST(Inputs, WrongExactlyWhereAnInputIsZero) {
  const Finding finding = finding_of({.expected = {{7, 0, 8, 0, 9}},
                                      .got = {{7, 5, 8, 6, 9}},
                                      .inputs = {{1, 0, 2, 0, 3}},
                                      .input_name = "y"});
  EXPECT_EQ(finding.pattern, "wrong where an input is zero");
  EXPECT_THAT(finding.sentence, HasSubstr("2 elements where `y` is 0, and only there"));
  EXPECT_NE(
      pattern_of(
          {.expected = {{7, 0, 8, 0, 9}}, .got = {{7, 5, 8, 6, 9.5}}, .inputs = {{1, 0, 2, 0, 3}}}),
      "wrong where an input is zero");
  EXPECT_NE(
      pattern_of(
          {.expected = {{7, 0, 8, 0, 9}}, .got = {{7, 5, 8, 0, 9}}, .inputs = {{1, 0, 2, 0, 3}}}),
      "wrong where an input is zero");
}

} // namespace
} // namespace brigade::grader
