#include "recognised.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

namespace brigade::grader {
namespace {

using testing::finding_of;
using ::testing::HasSubstr;
using testing::pattern_of;
using testing::Ranks;

TEST(Operations, ASumInPlaceOfAMaximum) {
  const Ranks inputs = {{2}, {7}, {4}};
  const Finding finding =
      finding_of({.expected = Ranks(3, {7}), .got = Ranks(3, {13}), .inputs = inputs});
  EXPECT_EQ(finding.pattern, "wrong operation");
  EXPECT_THAT(finding.sentence, HasSubstr("the sum of `x` over the ranks instead of the maximum"));
  EXPECT_NE(pattern_of({.expected = Ranks(3, {7}), .got = Ranks(3, {14}), .inputs = inputs}),
            "wrong operation");
}

TEST(Operations, NumbersReducedAsAnotherType) {
  const auto reduced_as = [](const std::string &type, double result) {
    return testing::launch_of(2, [&](int, records::TestRecords &records) {
      records::CallRecord reduce;
      reduce.kind = "MPI_Allreduce";
      reduce.operation = "MPI_SUM";
      reduce.type = type;
      records.calls = {reduce};
      records.scalars.push_back(testing::scalar("result", result));
    });
  };
  const Finding finding = finding_of(reduced_as("MPI_FLOAT", 0.3), reduced_as("MPI_DOUBLE", 7.1));
  EXPECT_EQ(finding.pattern, "reduced as another type");
  EXPECT_THAT(finding.sentence, HasSubstr("the numbers were reduced as MPI_FLOAT"));
  EXPECT_NE(finding_of(reduced_as("MPI_DOUBLE", 0.3), reduced_as("MPI_DOUBLE", 7.1)).pattern,
            "reduced as another type");
}

TEST(Operations, EachRanksOwnMeanIsOnlyTheOwnPart) {
  const Finding finding = finding_of(
      {.expected = {{4}, {4}}, .got = {{10}, {2}}, .inputs = {{10}, {1, 2, 3}}, .scalars = true});
  EXPECT_EQ(finding.pattern, "only the own part");
  EXPECT_THAT(finding.sentence, HasSubstr("the mean of its own `x`"));
}

TEST(Operations, OneRanksPartOnAllRanks) {
  EXPECT_EQ(
      pattern_of(
          {.expected = {{3, 5}, {3, 5}}, .got = {{2, 3}, {2, 3}}, .inputs = {{1, 2}, {2, 3}}}),
      "only one rank's part");
  EXPECT_NE(
      pattern_of(
          {.expected = {{3, 5}, {3, 5}}, .got = {{2, 4}, {2, 4}}, .inputs = {{1, 2}, {2, 3}}}),
      "only one rank's part");
}

TEST(Operations, ARankThatIsLeftOutOrCountedTwice) {
  const Ranks inputs = {{1}, {10}, {100}};
  EXPECT_THAT(
      finding_of({.expected = Ranks(3, {111}), .got = Ranks(3, {11}), .inputs = inputs}).sentence,
      HasSubstr("the part of rank 2 is missing"));
  EXPECT_EQ(pattern_of({.expected = Ranks(3, {111}), .got = Ranks(3, {112}), .inputs = inputs}),
            "a rank's part counts twice");
  EXPECT_EQ(pattern_of({.expected = Ranks(3, {111}), .got = Ranks(3, {113}), .inputs = inputs}),
            "");
}

TEST(Operations, AFunctionBeforeTheSum) {
  const Ranks parts = {{2, -1}, {-3, 4}};
  const Finding relu =
      finding_of({.expected = {{0, 3}, {0, 3}}, .got = {{2, 4}, {2, 4}}, .inputs = parts});
  EXPECT_EQ(relu.pattern, "function before the sum");
  EXPECT_THAT(relu.sentence, HasSubstr("relu was applied to the partial sums"));
  EXPECT_EQ(pattern_of({.expected = Ranks(2, {std::tanh(-1.0), std::tanh(3.0)}),
                        .got = Ranks(2, {std::tanh(2.0) + std::tanh(-3.0),
                                         std::tanh(-1.0) + std::tanh(4.0)}),
                        .inputs = parts}),
            "function before the sum");
  EXPECT_NE(pattern_of({.expected = {{0, 3}, {0, 3}}, .got = {{2, 5}, {2, 5}}, .inputs = parts}),
            "function before the sum");
}

} // namespace
} // namespace brigade::grader
