#include "brigade/comm/all_gather.hpp"

#include "brigade/core/error.hpp"
#include "comm/cases.hpp"

#include "brigade/comm/algorithms/schedule.hpp"

#include <gmock/gmock.h>

namespace brigade::testing {
namespace {

template <class T>
std::vector<T> gathered(const Group &group, std::span<const std::size_t> counts) {
  std::vector<T> all;
  for (std::size_t place = 0; place < counts.size(); ++place)
    for (const T value : elements<T>(group.members()[place], counts[place]))
      all.push_back(value);
  return all;
}

TEST(AllGather, PutsTheBlocksInTheOrderOfTheMembersByEveryAlgorithmAndType) {
  for (const Group &group : groups_under_test())
    for (const Algorithm algorithm : algorithms_under_test(Collective::all_gather, group))
      for (const std::size_t count : sizes_under_test(group.size()))
        for_each_type([&]<class T>(T) {
          const auto counts = balanced_counts(count, group.size());
          const auto in = elements<T>(job().rank(), counts[static_cast<std::size_t>(group.rank())]);
          std::vector<T> out(count, T{99});
          all_gather(group, in, std::span(out), algorithm);
          EXPECT_EQ(out, gathered<T>(group, counts)) << story(group, algorithm, count);
        });
}

TEST(AllGather, TakesBlocksOfAnySizes) {
  for (const Group &group : groups_under_test())
    for (const Algorithm algorithm : algorithms_under_test(Collective::all_gather, group))
      for (std::size_t seed = 0; seed < 4; ++seed) {
        const auto counts = uneven_counts(group.size(), seed);
        const auto in =
            elements<std::int64_t>(job().rank(), counts[static_cast<std::size_t>(group.rank())]);
        std::vector<std::int64_t> out(offsets_of(counts).back());
        all_gather(group, in, std::span(out), counts, algorithm);
        EXPECT_EQ(out, gathered<std::int64_t>(group, counts))
            << story(group, algorithm, out.size());
      }
}

TEST(AllGather, GathersLongArrays) {
  constexpr std::size_t kCount = 100003;
  for (const Group &group : groups_under_test())
    for (const Algorithm algorithm : algorithms_under_test(Collective::all_gather, group)) {
      const auto counts = balanced_counts(kCount, group.size());
      const auto in = elements<float>(job().rank(), counts[static_cast<std::size_t>(group.rank())]);
      std::vector<float> out(kCount);
      all_gather(group, in, std::span(out), algorithm);
      EXPECT_TRUE(out == gathered<float>(group, counts)) << story(group, algorithm, kCount);
    }
}

TEST(AllGather, TakesItsOwnBlockWhereItLiesInTheOutput) {
  for (const Group &group : groups_under_test())
    for (const Algorithm algorithm : algorithms_under_test(Collective::all_gather, group)) {
      const auto counts = uneven_counts(group.size(), 1);
      const auto offsets = offsets_of(counts);
      const auto place = static_cast<std::size_t>(group.rank());
      std::vector<float> out(offsets.back());
      const auto own = std::span(out).subspan(offsets[place], counts[place]);
      std::ranges::copy(elements<float>(job().rank(), counts[place]), own.begin());
      all_gather(group, own, std::span(out), counts, algorithm);
      EXPECT_EQ(out, gathered<float>(group, counts)) << story(group, algorithm, out.size());
    }
}

TEST(AllGather, SaysWhichSizeDoesNotFit) {
  const Group world = job().world();
  const std::vector<float> in(3);
  std::vector<float> out(2 * static_cast<std::size_t>(world.size()));
  EXPECT_THAT(
      [&] { all_gather(world, in, std::span(out)); },
      ::testing::ThrowsMessage<InputError>(::testing::HasSubstr("`in` has 3 elements at place")));
}

} // namespace
} // namespace brigade::testing
