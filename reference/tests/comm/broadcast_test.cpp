#include "brigade/comm/broadcast.hpp"

#include "brigade/core/error.hpp"
#include "comm/cases.hpp"

#include <gmock/gmock.h>

namespace brigade::testing {
namespace {

TEST(Broadcast, GivesEveryRankTheRootsElementsFromEveryRootByEveryAlgorithmAndType) {
  for (const Group &group : groups_under_test())
    for (const Algorithm algorithm : algorithms_under_test(Collective::broadcast, group))
      for (int root = 0; root < group.size(); ++root)
        for (const std::size_t count : sizes_under_test(group.size()))
          for_each_type([&]<class T>(T) {
            auto data = elements<T>(job().rank(), count);
            broadcast(group, std::span(data), root, algorithm);
            EXPECT_EQ(data, elements<T>(group.members()[static_cast<std::size_t>(root)], count))
                << story(group, algorithm, count) << ", root " << root;
          });
}

TEST(Broadcast, CopiesLongArrays) {
  constexpr std::size_t kCount = 100003;
  for (const Group &group : groups_under_test())
    for (const Algorithm algorithm : algorithms_under_test(Collective::broadcast, group)) {
      auto data = elements<double>(job().rank(), kCount);
      broadcast(group, std::span(data), group.size() - 1, algorithm);
      EXPECT_TRUE(data == elements<double>(group.members().back(), kCount))
          << story(group, algorithm, kCount);
    }
}

TEST(Broadcast, RefusesARootOutsideTheGroup) {
  const Group world = job().world();
  std::vector<float> data(2);
  EXPECT_THAT(
      [&] { broadcast(world, std::span(data), world.size()); },
      ::testing::ThrowsMessage<InputError>(::testing::HasSubstr("the group has the places 0 to")));
}

} // namespace
} // namespace brigade::testing
