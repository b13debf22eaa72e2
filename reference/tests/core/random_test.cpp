#include "brigade/core/random.hpp"

#include "brigade/core/error.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

namespace brigade {
namespace {

TEST(Philox, GivesTheKnownAnswersOfRandom123) {
  // The lines "philox4x32 10" of Random123's tests/kat_vectors.
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}),
            (PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint32_t ones = 0xffffffff;
  EXPECT_EQ(philox({ones, ones, ones, ones}, {ones, ones}),
            (PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (PhiloxCounter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
  static_assert(philox({0, 0, 0, 0}, {0, 0})[0] == 0x6627e8d5);
}

TEST(RandomStream, AnElementIsAFunctionOfSeedStreamAndIndexAlone) {
  const RandomStream stream(2026, 3);
  std::vector<double> forwards, backwards(100);
  for (std::uint64_t i = 0; i < 100; ++i)
    forwards.push_back(stream.normal(i));
  for (std::uint64_t i = 100; i-- > 0;)
    backwards[i] = RandomStream(2026, 3).normal(i);
  EXPECT_EQ(forwards, backwards);
}

TEST(RandomStream, SeedsStreamsAndIndicesAllChangeTheNumber) {
  // In each the upper 32 bits matter as well.
  constexpr std::uint64_t high = std::uint64_t{1} << 40;
  std::set<double> numbers;
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, high})
    for (const std::uint64_t stream : {std::uint64_t{0}, std::uint64_t{1}, high})
      for (const std::uint64_t index : {std::uint64_t{0}, std::uint64_t{1}, high})
        numbers.insert(RandomStream(seed, stream).uniform(index));
  EXPECT_EQ(numbers.size(), 27U);
}

TEST(RandomStream, ShardsThatFoldInTheirIndexDrawDifferentNumbers) {
  std::set<double> numbers;
  for (std::uint64_t shard = 0; shard < 4; ++shard)
    for (std::uint64_t i = 0; i < 3; ++i)
      numbers.insert(RandomStream(7).fold_in(shard).uniform(i));
  EXPECT_EQ(numbers.size(), 12U);
  EXPECT_EQ(RandomStream(7).fold_in(1).fold_in(2), RandomStream(7).fold_in(1).fold_in(2));
  EXPECT_NE(RandomStream(7).fold_in(1).fold_in(2), RandomStream(7).fold_in(2).fold_in(1));
}

// The mean of n numbers lies within 5 standard errors of its expectation, except once in 2 million;
// the seed is fixed, so a failure means that the numbers are wrong.
constexpr std::uint64_t kDraws = 200000;
const double kStandardErrors = 5 / std::sqrt(static_cast<double>(kDraws));

TEST(RandomStream, UniformNumbersHaveTheMomentsOfTheUnitInterval) {
  const RandomStream stream(1);
  double sum = 0, squares = 0, neighbours = 0, before = 0.5;
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    const double u = stream.uniform(i);
    ASSERT_GE(u, 0);
    ASSERT_LT(u, 1);
    sum += u;
    squares += u * u;
    neighbours += (u - 0.5) * (before - 0.5);
    before = u;
  }
  EXPECT_NEAR(sum / kDraws, 1.0 / 2, kStandardErrors * std::sqrt(1.0 / 12));
  EXPECT_NEAR(squares / kDraws, 1.0 / 3, kStandardErrors * std::sqrt(4.0 / 45));
  EXPECT_NEAR(neighbours / kDraws, 0, kStandardErrors / 12);
}

TEST(RandomStream, UniformFloatsStayBelowOneAndAgreeWithTheDoubles) {
  const RandomStream stream(1);
  for (std::uint64_t i = 0; i < 10000; ++i) {
    const float u = stream.uniform<float>(i);
    EXPECT_LT(u, 1.0F);
    EXPECT_LE(u, stream.uniform(i));
    EXPECT_LT(stream.uniform(i) - static_cast<double>(u), 0x1p-24);
  }
}

TEST(RandomStream, NormalNumbersHaveTheMomentsOfTheNormalDistribution) {
  const RandomStream stream(2);
  double moments[5] = {};
  std::uint64_t beyond_two = 0;
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    const double z = stream.normal(i);
    ASSERT_TRUE(std::isfinite(z));
    for (int power = 1; power <= 4; ++power)
      moments[power] += std::pow(z, power) / kDraws;
    beyond_two += std::abs(z) > 2;
  }
  // Variances of z, z², z³, z⁴ are 1, 2, 15, 96.
  EXPECT_NEAR(moments[1], 0, kStandardErrors);
  EXPECT_NEAR(moments[2], 1, kStandardErrors * std::sqrt(2.0));
  EXPECT_NEAR(moments[3], 0, kStandardErrors * std::sqrt(15.0));
  EXPECT_NEAR(moments[4], 3, kStandardErrors * std::sqrt(96.0));
  EXPECT_NEAR(static_cast<double>(beyond_two) / kDraws, 0.0455003,
              kStandardErrors * std::sqrt(0.0455 * 0.9545));
  EXPECT_EQ(stream.normal<float>(9), static_cast<float>(stream.normal(9)));
}

TEST(RandomStream, IntegersHaveNoBias) {
  // With a bound of 3/4 of 2^63, numbers made by a remainder of 63 bits would fall below 2^61 twice
  // as often as they should: in 2/4 of the draws instead of 1/3.
  const RandomStream stream(3);
  constexpr std::int64_t bound = std::int64_t{3} << 61;
  std::uint64_t below = 0;
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    const std::int64_t number = stream.integer(i, bound);
    ASSERT_GE(number, 0);
    ASSERT_LT(number, bound);
    below += number < bound / 3;
  }
  EXPECT_NEAR(static_cast<double>(below) / kDraws, 1.0 / 3, kStandardErrors * std::sqrt(2.0 / 9));
}

TEST(RandomStream, IntegersBelowSixComeEquallyOften) {
  const RandomStream stream(4);
  std::array<double, 6> counts{};
  for (std::uint64_t i = 0; i < kDraws; ++i)
    ++counts[static_cast<std::size_t>(stream.integer(i, 6))];
  for (const double count : counts)
    EXPECT_NEAR(count / kDraws, 1.0 / 6, kStandardErrors * std::sqrt(5.0 / 36));
  EXPECT_EQ(stream.integer(0, 1), 0);
  EXPECT_GE(stream.integer(0, std::numeric_limits<std::int64_t>::max()), 0);
}

TEST(RandomStream, ABoundBelowOneIsRefused) {
  EXPECT_THROW(RandomStream(0).integer(0, 0), InputError);
  EXPECT_THROW(RandomStream(0).integer(0, -5), InputError);
}

} // namespace
} // namespace brigade
