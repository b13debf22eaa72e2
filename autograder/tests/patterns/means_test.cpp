#include "recognised.hpp"

#include <gmock/gmock.h>

namespace brigade::grader {
namespace {

using testing::Case;
using testing::finding_of;
using ::testing::HasSubstr;
using testing::pattern_of;
using testing::Ranks;

TEST(Means, AMeanOfMeansWeighsShortPartsTooMuch) {
  const Ranks inputs = {{10}, {1, 2, 3}};
  EXPECT_EQ(
      pattern_of({.expected = {{4}, {4}}, .got = {{6}, {6}}, .inputs = inputs, .scalars = true}),
      "mean of means");
  EXPECT_NE(
      pattern_of({.expected = {{4}, {4}}, .got = {{5}, {5}}, .inputs = inputs, .scalars = true}),
      "mean of means");
}

TEST(Means, EmptyPartsAreLeftOutOfAMeanOfMeansOrCountAsNothing) {
  const Ranks inputs = {{8}, {}, {1, 3, 0}};
  const double third = (8 + 4.0 / 3) / 3, half = (8 + 4.0 / 3) / 2;
  for (const double got : {third, half})
    EXPECT_EQ(
        pattern_of(
            {.expected = Ranks(3, {3}), .got = Ranks(3, {got}), .inputs = inputs, .scalars = true}),
        "mean of means");
}

/// Three ranks with 1, 3 and no numbers: their sum is 24, their mean 6.
Case mean_of_three(const Ranks &got) {
  return {.expected = Ranks(3, {6}), .got = got, .inputs = {{9}, {4, 5, 6}, {}}, .scalars = true};
}

TEST(Means, TheSumIsDividedByAnotherCount) {
  const auto sentence_of = [](const Ranks &got) { return finding_of(mean_of_three(got)).sentence; };
  EXPECT_THAT(sentence_of(Ranks(3, {24})), HasSubstr("the sum of `x` over all ranks, not divided"));
  EXPECT_THAT(sentence_of(Ranks(3, {8})), HasSubstr("divided by the number of ranks"));
  EXPECT_THAT(sentence_of({{24}, {8}, {0}}), HasSubstr("divided by the rank's own count"));
  EXPECT_THAT(sentence_of({{8}, {24.0 / 9}, {0}}),
              HasSubstr("own count times the number of ranks"));
}

TEST(Means, NoCountExplainsOtherNumbers) {
  for (const Ranks &got : {Ranks(3, {5}), Ranks{{6}, {8}, {0}}, Ranks{{24}, {24}, {6}}})
    EXPECT_NE(pattern_of(mean_of_three(got)), "divided by another count");
}

} // namespace
} // namespace brigade::grader
