#include "brigade/core/permutation.hpp"

#include "brigade/core/error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace brigade {
namespace {

TEST(Permutation, HoldsEveryItemOnce) {
  for (const std::int64_t count : {0, 1, 2, 5, 1437, 60000}) {
    std::vector<std::int64_t> order = permutation(count, 2026, 0);
    EXPECT_EQ(order, permutation(count, 2026, 0)) << "the same wherever it is computed";
    std::ranges::sort(order);
    ASSERT_EQ(order.size(), static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count; ++i)
      ASSERT_EQ(order[static_cast<std::size_t>(i)], i);
  }
}

TEST(Permutation, DiffersBetweenEpochsAndSeeds) {
  EXPECT_NE(permutation(100, 1, 0), permutation(100, 1, 1));
  EXPECT_NE(permutation(100, 1, 0), permutation(100, 2, 0));
  EXPECT_EQ(permutation(100, RandomStream(1, 5)), permutation(100, 1, 5));
}

TEST(Permutation, EveryOrderComesEquallyOften) {
  constexpr int trials = 48000;
  std::map<std::vector<std::int64_t>, int> counts;
  for (std::uint64_t stream = 0; stream < trials; ++stream)
    ++counts[permutation(4, 9, stream)];
  EXPECT_EQ(counts.size(), 24U);
  // Chi square with 23 degrees of freedom exceeds 64 once in 100,000; the seed is fixed.
  double chi_square = 0;
  for (const auto &[order, count] : counts)
    chi_square += std::pow(count - trials / 24.0, 2) / (trials / 24.0);
  EXPECT_LT(chi_square, 64);
}

TEST(Permutation, OfANegativeCountIsRefused) { EXPECT_THROW(permutation(-1, 0, 0), InputError); }

} // namespace
} // namespace brigade
