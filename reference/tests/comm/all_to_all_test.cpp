#include "brigade/comm/all_to_all.hpp"

#include "brigade/core/error.hpp"
#include "comm/cases.hpp"

#include "brigade/comm/algorithms/schedule.hpp"

#include <gmock/gmock.h>

namespace brigade::testing {
namespace {

/// What the member at place `from` gives to the one at place `to`.
std::size_t block_size(int from, int to, std::size_t seed) {
  const auto mixed = static_cast<std::size_t>(from) * 7 + static_cast<std::size_t>(to) * 3 + seed;
  return mixed % 4 == 0 ? 0 : mixed % 13;
}

TEST(AllToAll, GivesBlockJToMemberJByEveryAlgorithmAndType) {
  for (const Group &group : groups_under_test())
    for (const Algorithm algorithm : algorithms_under_test(Collective::all_to_all, group))
      for (const std::size_t count : sizes_under_test(group.size()))
        for_each_type([&]<class T>(T) {
          const auto counts = balanced_counts(count, group.size());
          const auto place = static_cast<std::size_t>(group.rank());
          const auto begin = static_cast<std::ptrdiff_t>(offsets_of(counts)[place]);
          const auto end = static_cast<std::ptrdiff_t>(offsets_of(counts)[place + 1]);
          std::vector<T> expected;
          for (const int member : group.members()) {
            const auto theirs = elements<T>(member, count);
            expected.insert(expected.end(), theirs.begin() + begin, theirs.begin() + end);
          }
          const auto in = elements<T>(job().rank(), count);
          std::vector<T> out(expected.size(), T{99});
          all_to_all(group, in, std::span(out), algorithm);
          EXPECT_EQ(out, expected) << story(group, algorithm, count);
        });
}

TEST(AllToAll, TakesBlocksOfAnySizes) {
  for (const Group &group : groups_under_test())
    for (const Algorithm algorithm : algorithms_under_test(Collective::all_to_all, group))
      for (std::size_t seed = 0; seed < 4; ++seed) {
        std::vector<std::size_t> sent, received;
        std::vector<float> in, expected;
        for (int other = 0; other < group.size(); ++other) {
          sent.push_back(block_size(group.rank(), other, seed));
          received.push_back(block_size(other, group.rank(), seed));
          // The sender's place and the receiver's place are in each value.
          in.insert(in.end(), sent.back(), static_cast<float>(100 * group.rank() + other));
          expected.insert(expected.end(), received.back(),
                          static_cast<float>(100 * other + group.rank()));
        }
        std::vector<float> out(expected.size());
        all_to_all(group, in, std::span(out), sent, received, algorithm);
        EXPECT_EQ(out, expected) << story(group, algorithm, in.size());
      }
}

TEST(AllToAll, MovesLongArrays) {
  for (const Group &group : groups_under_test())
    for (const Algorithm algorithm : algorithms_under_test(Collective::all_to_all, group)) {
      const std::size_t block = 25001, n = static_cast<std::size_t>(group.size());
      const auto in = elements<double>(job().rank(), block * n);
      std::vector<double> out(block * n);
      all_to_all(group, in, std::span(out), algorithm);
      for (std::size_t i = 0; i < out.size(); i += 997)
        EXPECT_EQ(out[i],
                  element<double>(group.members()[i / block],
                                  static_cast<std::size_t>(group.rank()) * block + i % block))
            << story(group, algorithm, in.size()) << ", element " << i;
    }
}

TEST(AllToAll, SaysWhichSizeDoesNotFit) {
  const Group world = job().world();
  const auto n = static_cast<std::size_t>(world.size());
  const std::vector<std::size_t> ones(n, 1);
  const std::vector<float> in(n);
  std::vector<float> out(n + 1);
  EXPECT_THAT(
      [&] { all_to_all(world, in, std::span(out), ones, ones); },
      ::testing::ThrowsMessage<InputError>(::testing::HasSubstr("the sum of receive_counts")));
}

} // namespace
} // namespace brigade::testing
