#include "brigade/comm/all_reduce.hpp"

#include "brigade/core/error.hpp"
#include "comm/cases.hpp"

#include "brigade/comm/all_gather.hpp"

#include <cmath>
#include <cstring>
#include <gmock/gmock.h>
#include <limits>
#include <random>

namespace brigade::testing {
namespace {

TEST(AllReduce, GivesEveryRankTheJoinedElementsByEveryAlgorithmTypeAndOperation) {
  for (const Group &group : groups_under_test())
    for (const Algorithm algorithm : algorithms_under_test(Collective::all_reduce, group))
      for (const std::size_t count : sizes_under_test(group.size()))
        for_each_type([&]<class T>(T) {
          for (const ReduceOp op : operations_of<T>()) {
            auto data = elements<T>(job().rank(), count);
            all_reduce(group, std::span(data), op, algorithm);
            EXPECT_EQ(data, reduced<T>(group.members(), count, op))
                << story(group, algorithm, count) << ", " << to_string(op) << " of "
                << to_string(dtype_of<T>());
          }
        });
}

TEST(AllReduce, JoinsLongArrays) {
  constexpr std::size_t kCount = 100003;
  for (const Group &group : groups_under_test())
    for (const Algorithm algorithm : algorithms_under_test(Collective::all_reduce, group)) {
      auto data = elements<float>(job().rank(), kCount);
      all_reduce(group, std::span(data), ReduceOp::sum, algorithm);
      EXPECT_TRUE(data == reduced<float>(group.members(), kCount, ReduceOp::sum))
          << story(group, algorithm, kCount);
    }
}

TEST(AllReduce, LeavesTheSameBitsOnAllRanksThoughSumsAreRounded) {
  constexpr std::size_t kCount = 4099;
  std::mt19937 random(static_cast<unsigned>(job().rank()));
  std::normal_distribution<float> normal;
  std::vector<float> given(kCount);
  for (float &value : given)
    value = normal(random);
  // The max and min of these depend on the order.
  given[0] = job().rank() % 2 ? 0.0f : -0.0f;
  given[1] = job().rank() == 1 ? std::numeric_limits<float>::quiet_NaN() : 1.0f;
  const Group world = job().world();
  for (const Algorithm algorithm : algorithms_under_test(Collective::all_reduce, world))
    for (const ReduceOp op : operations_of<float>()) {
      auto data = given;
      all_reduce(world, std::span(data), op, algorithm);
      std::vector<float> all(kCount * static_cast<std::size_t>(world.size()));
      all_gather(world, data, std::span(all), Algorithm::plain);
      for (int rank = 0; rank < world.size(); ++rank)
        EXPECT_EQ(0, std::memcmp(all.data() + static_cast<std::size_t>(rank) * kCount, data.data(),
                                 kCount * sizeof(float)))
            << "rank " << rank << ", " << to_string(op) << " " << story(world, algorithm, kCount);
    }
}

TEST(AllReduce, RoundsASumByNoMoreThanItsLengthAllows) {
  constexpr std::size_t kCount = 257;
  const Group world = job().world();
  const auto n = static_cast<std::size_t>(world.size());
  auto value = [](std::size_t rank, std::size_t i) {
    return 1.0f / static_cast<float>(1 + rank + i % 13);
  };
  for (const Algorithm algorithm : algorithms_under_test(Collective::all_reduce, world)) {
    std::vector<float> data(kCount);
    for (std::size_t i = 0; i < kCount; ++i)
      data[i] = value(static_cast<std::size_t>(job().rank()), i);
    all_reduce(world, std::span(data), ReduceOp::sum, algorithm);
    for (std::size_t i = 0; i < kCount; ++i) {
      double exact = 0;
      for (std::size_t rank = 0; rank < n; ++rank)
        exact += static_cast<double>(value(rank, i));
      // n - 1 additions, each off by at most half an epsilon of a partial sum, none above the
      // whole.
      const double allowed = exact * static_cast<double>(n) * 0.5 *
                             static_cast<double>(std::numeric_limits<float>::epsilon());
      EXPECT_LE(std::abs(static_cast<double>(data[i]) - exact), allowed)
          << story(world, algorithm, kCount) << ", element " << i;
    }
  }
}

TEST(AllReduce, KeepsANanWhateverRankHasIt) {
  const Group world = job().world();
  for (const Algorithm algorithm : algorithms_under_test(Collective::all_reduce, world)) {
    if (algorithm == Algorithm::library)
      continue; // MPI does not say what its max of a NaN is
    for (int owner = 0; owner < world.size(); ++owner)
      for (const ReduceOp op : operations_of<double>()) {
        std::vector<double> data(3, 1.0);
        if (job().rank() == owner)
          data[1] = std::numeric_limits<double>::quiet_NaN();
        all_reduce(world, std::span(data), op, algorithm);
        EXPECT_TRUE(std::isnan(data[1]))
            << to_string(op) << " by " << to_string(algorithm) << ", NaN on rank " << owner;
        EXPECT_FALSE(std::isnan(data[0]));
      }
  }
}

TEST(AllReduce, FindsWhetherAnyAndWhetherAllAreTrue) {
  for (const Group &group : groups_under_test())
    for (const Algorithm algorithm : algorithms_under_test(Collective::all_reduce, group))
      for (const std::size_t count : {std::size_t{3}, std::size_t{100003}}) {
        // Of each three elements one is true on all ranks, one on the last, one on none.
        const bool is_last = group.rank() == group.size() - 1;
        std::vector<std::uint8_t> given(count);
        for (std::size_t i = 0; i < count; ++i)
          given[i] = i % 3 == 0 || (i % 3 == 1 && is_last);
        auto any = given, all = given;
        all_reduce(group, any.data(), count, DType::boolean, ReduceOp::max, algorithm);
        all_reduce(group, all.data(), count, DType::boolean, ReduceOp::min, algorithm);
        for (std::size_t i = 0; i < count; ++i) {
          ASSERT_EQ(any[i], i % 3 <= 1) << story(group, algorithm, count) << ", element " << i;
          ASSERT_EQ(all[i], i % 3 == 0 || (i % 3 == 1 && group.size() == 1))
              << story(group, algorithm, count) << ", element " << i;
        }
      }
}

TEST(AllReduce, AddsIntegersThatNeedAll64Bits) {
  const Group world = job().world();
  for (const Algorithm algorithm : algorithms_under_test(Collective::all_reduce, world)) {
    std::vector<std::int64_t> data{4294967297};
    all_reduce(world, std::span(data), ReduceOp::sum, algorithm);
    EXPECT_EQ(data[0], 4294967297 * world.size()) << to_string(algorithm);
  }
}

TEST(AllReduce, RefusesTheMeanOfIntegers) {
  std::vector<std::int32_t> data{1, 2};
  EXPECT_THAT([&] { all_reduce(job().world(), std::span(data), ReduceOp::mean); },
              ::testing::ThrowsMessage<InputError>(::testing::HasSubstr("the mean of i32")));
}

TEST(AllReduce, RefusesAnAlgorithmThatCannotDoIt) {
  std::vector<float> data{1};
  EXPECT_THAT(
      [&] { all_reduce(job().world(), std::span(data), ReduceOp::sum, Algorithm::pairwise); },
      ::testing::ThrowsMessage<InputError>(
          ::testing::HasSubstr("all_reduce has no algorithm pairwise; it has plain")));
}

} // namespace
} // namespace brigade::testing
