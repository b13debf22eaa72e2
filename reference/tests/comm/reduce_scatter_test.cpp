#include "brigade/comm/reduce_scatter.hpp"

#include "brigade/core/error.hpp"
#include "comm/cases.hpp"

#include "brigade/comm/algorithms/schedule.hpp"

#include <gmock/gmock.h>

namespace brigade::testing {
namespace {

template <class T>
std::vector<T> own_block(const Group &group, std::span<const std::size_t> counts, ReduceOp op) {
  const auto offsets = offsets_of(counts);
  const auto all = reduced<T>(group.members(), offsets.back(), op);
  const auto place = static_cast<std::size_t>(group.rank());
  return {all.begin() + static_cast<std::ptrdiff_t>(offsets[place]),
          all.begin() + static_cast<std::ptrdiff_t>(offsets[place + 1])};
}

TEST(ReduceScatter, LeavesEveryRankItsBalancedBlockByEveryAlgorithmTypeAndOperation) {
  for (const Group &group : groups_under_test())
    for (const Algorithm algorithm : algorithms_under_test(Collective::reduce_scatter, group))
      for (const std::size_t count : sizes_under_test(group.size()))
        for_each_type([&]<class T>(T) {
          const auto counts = balanced_counts(count, group.size());
          for (const ReduceOp op : operations_of<T>()) {
            const auto in = elements<T>(job().rank(), count);
            std::vector<T> out(counts[static_cast<std::size_t>(group.rank())], T{99});
            reduce_scatter(group, in, std::span(out), op, algorithm);
            EXPECT_EQ(out, own_block<T>(group, counts, op)) << story(group, algorithm, count);
            EXPECT_EQ(in, elements<T>(job().rank(), count)) << "the input was changed";
          }
        });
}

TEST(ReduceScatter, TakesBlocksOfAnySizes) {
  for (const Group &group : groups_under_test())
    for (const Algorithm algorithm : algorithms_under_test(Collective::reduce_scatter, group))
      for (std::size_t seed = 0; seed < 4; ++seed) {
        const auto counts = uneven_counts(group.size(), seed);
        const auto in = elements<double>(job().rank(), offsets_of(counts).back());
        std::vector<double> out(counts[static_cast<std::size_t>(group.rank())]);
        reduce_scatter(group, in, std::span(out), counts, ReduceOp::sum, algorithm);
        EXPECT_EQ(out, own_block<double>(group, counts, ReduceOp::sum))
            << story(group, algorithm, in.size());
      }
}

TEST(ReduceScatter, ReducesLongArrays) {
  constexpr std::size_t kCount = 100003;
  for (const Group &group : groups_under_test())
    for (const Algorithm algorithm : algorithms_under_test(Collective::reduce_scatter, group)) {
      const auto counts = balanced_counts(kCount, group.size());
      const auto in = elements<float>(job().rank(), kCount);
      std::vector<float> out(counts[static_cast<std::size_t>(group.rank())]);
      reduce_scatter(group, in, std::span(out), ReduceOp::mean, algorithm);
      EXPECT_TRUE(out == own_block<float>(group, counts, ReduceOp::mean))
          << story(group, algorithm, kCount);
    }
}

TEST(ReduceScatter, SaysWhichSizeDoesNotFit) {
  const Group world = job().world();
  const auto n = static_cast<std::size_t>(world.size());
  const std::vector<float> in(4 * n);
  std::vector<float> out(5);
  EXPECT_THAT([&] { reduce_scatter(world, in, std::span(out)); },
              ::testing::ThrowsMessage<InputError>(
                  ::testing::AllOf(::testing::HasSubstr("`out` has 5 elements"),
                                   ::testing::HasSubstr("expected 4 (this rank's block)"))));
  EXPECT_THAT(
      [&] { reduce_scatter(world, in, std::span(out), std::vector<std::size_t>(n + 1, 1)); },
      ::testing::ThrowsMessage<InputError>(::testing::HasSubstr("`counts` has")));
}

} // namespace
} // namespace brigade::testing
