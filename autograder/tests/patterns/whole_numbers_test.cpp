#include "recognised.hpp"

#include <gmock/gmock.h>

#include <limits>

namespace brigade::grader {
namespace {

using testing::finding_of;
using ::testing::HasSubstr;
using testing::launch_of;

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

LaunchResult wholes(const std::vector<std::int64_t> &values) {
  return launch_of(1, [&](int, records::TestRecords &records) {
    records.arrays = {testing::vector("result", values)};
  });
}

std::string pattern_of(const std::vector<std::int64_t> &got,
                       const std::vector<std::int64_t> &expected) {
  return finding_of(wholes(got), wholes(expected)).pattern;
}

TEST(WholeNumbers, ANumberModuloTwoToThe32IsAnOverflow) {
  const Finding finding = finding_of(wholes({5, 2}), wholes({5, 8589934594}));
  EXPECT_EQ(finding.pattern, "32-bit overflow");
  EXPECT_THAT(finding.sentence, HasSubstr("8589934594 does not fit in 32 bits and became 2"));
  EXPECT_EQ(finding_of(wholes({5, -1294967296}), wholes({5, 3000000000})).pattern,
            "32-bit overflow");
  EXPECT_EQ(finding_of(wholes({5, 3}), wholes({5, 8589934594})).pattern, "");
}

/// What is said of a pure exercise at one size.
Finding finding_at(int size, const std::vector<std::int64_t> &got,
                   const std::vector<std::int64_t> &expected) {
  LaunchResult student = wholes(got), solution = wholes(expected);
  student.ranks[0].tests[0].size = solution.ranks[0].tests[0].size = size;
  Exercise exercise = testing::exercise_of({});
  exercise.sizes = {size};
  const Judgement judgement = judge(exercise, {{0, &student, &solution}});
  return judgement.findings.empty() ? Finding{} : judgement.findings.front();
}

TEST(WholeNumbers, AProductThatWrappedBeforeItsDivisionIsNoOverflowOf32Bits) {
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  // Edges d * most / 2, multiplied first: 2 * most wraps to -2, of which the half is -1.
  const Finding two = finding_at(2, {most / 2, -1}, {most / 2, most});
  EXPECT_EQ(two.pattern, "64-bit overflow");
  EXPECT_THAT(two.sentence, HasSubstr("what was divided by 2 did not fit in 64 bits, so "
                                      "9223372036854775807 became -1"));
  // 3 * most wraps to 2^63 - 3: positive, and still wrong.
  EXPECT_EQ(finding_at(3, {0, (most - 2) / 3}, {0, most}).pattern, "64-bit overflow");
  const Finding other = finding_at(3, {0, most / 2}, {0, most});
  EXPECT_THAT(other.sentence, HasSubstr("wrong values"));
  EXPECT_EQ(other.pattern, "");
  // What did pass through int.
  EXPECT_EQ(finding_at(2, {-1, -1}, {most / 2, most}).pattern, "32-bit overflow");
}

TEST(WholeNumbers, ThatWentThroughADoubleAreNearAndNotRight) {
  const std::int64_t third = kMost / 3;
  const auto through_a_double = [](std::int64_t number) {
    return static_cast<std::int64_t>(static_cast<double>(number));
  };
  ASSERT_NE(through_a_double(third), third);
  const Finding finding = finding_of(wholes({0, through_a_double(third)}), wholes({0, third}));
  EXPECT_EQ(finding.pattern, "rounded to a double");
  EXPECT_THAT(finding.sentence, HasSubstr("3074457345618258602 became"));
  // 2^63 - 1 is rounded up to 2^63, which no 64-bit number is.
  EXPECT_EQ(pattern_of({0, std::numeric_limits<std::int64_t>::min()}, {0, kMost}),
            "rounded to a double");
  EXPECT_NE(pattern_of({0, third - (std::int64_t{1} << 20)}, {0, third}), "rounded to a double");
  EXPECT_NE(pattern_of({4, 1000}, {4, 1001}), "rounded to a double") << "a double holds that";
}

TEST(WholeNumbers, AWholeTurnTooSmallAreRemaindersOfNegativeNumbers) {
  // Rank 0 to 5 on a mesh of 2 by 3, along the axis of 3: c - 1 at the first place.
  const Finding finding = finding_of(wholes({-1, 0, 1, 2, 3, 4}), wholes({2, 0, 1, 5, 3, 4}));
  EXPECT_EQ(finding.pattern, "remainder of a negative number");
  EXPECT_THAT(finding.sentence, HasSubstr("2 became -1"));
  EXPECT_THAT(finding.cause, HasSubstr("(c - 1 + d) % d"));
  EXPECT_NE(pattern_of({-1, 0, 1, 3, 3, 4}, {2, 0, 1, 5, 3, 4}), "remainder of a negative number")
      << "not all by the same";
  EXPECT_NE(pattern_of({0, 1, 2}, {3, 1, 2}), "remainder of a negative number")
      << "nothing is negative";
  EXPECT_NE(pattern_of({-3, -2, -1}, {0, 1, 2}), "remainder of a negative number")
      << "nothing is right";
}

} // namespace
} // namespace brigade::grader
