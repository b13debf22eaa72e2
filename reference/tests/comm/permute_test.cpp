#include "brigade/comm/permute.hpp"

#include "brigade/core/error.hpp"
#include "comm/cases.hpp"

#include <gmock/gmock.h>

namespace brigade::testing {
namespace {

TEST(Permute, ShiftsAroundARing) {
  for (const Group &group : groups_under_test())
    for (const std::size_t count : sizes_under_test(group.size())) {
      std::vector<PermuteStep> steps;
      for (int place = 0; place < group.size(); ++place)
        steps.push_back({place, (place + 1) % group.size()});
      const auto in = elements<float>(job().rank(), count);
      std::vector<float> out(count, 99.0f);
      permute(group, in, std::span(out), steps);
      const int previous = (group.rank() - 1 + group.size()) % group.size();
      EXPECT_EQ(out, elements<float>(group.members()[static_cast<std::size_t>(previous)], count));
    }
}

TEST(Permute, GivesZerosToARankThatReceivesNothing) {
  for (const Group &group : groups_under_test()) {
    // A shift that does not go around: the first place receives nothing.
    std::vector<PermuteStep> steps;
    for (int place = 0; place + 1 < group.size(); ++place)
      steps.push_back({place, place + 1});
    const auto in = elements<std::int32_t>(job().rank(), 100);
    std::vector<std::int32_t> out(100, 99);
    permute(group, in, std::span(out), steps);
    const auto place = static_cast<std::size_t>(group.rank());
    EXPECT_EQ(out, place == 0 ? std::vector<std::int32_t>(100, 0)
                              : elements<std::int32_t>(group.members()[place - 1], 100));
  }
}

TEST(Permute, KeepsWhatARankGivesToItself) {
  const Group world = job().world();
  const std::vector<PermuteStep> steps{{world.size() - 1, world.size() - 1}};
  const auto in = elements<double>(job().rank(), 10);
  std::vector<double> out(10, 99.0);
  permute(world, in, std::span(out), steps);
  EXPECT_EQ(out, world.rank() == world.size() - 1 ? in : std::vector<double>(10, 0.0));
}

TEST(Permute, RefusesAMemberThatIsSourceOrTargetTwice) {
  const Group world = job().world();
  if (world.size() < 2)
    return;
  const std::vector<float> in(3);
  std::vector<float> out(3);
  EXPECT_THAT(
      [&] {
        permute(world, in, std::span(out), std::vector<PermuteStep>{{0, 1}, {0, 0}});
      },
      ::testing::ThrowsMessage<InputError>(
          ::testing::HasSubstr("place 0 is the source of two steps (to 1 and to 0)")));
  EXPECT_THAT(
      [&] {
        permute(world, in, std::span(out), std::vector<PermuteStep>{{0, 1}, {1, 1}});
      },
      ::testing::ThrowsMessage<InputError>(
          ::testing::HasSubstr("place 1 is the target of two steps (from 0 and from 1)")));
}

TEST(Permute, RefusesBuffersOfDifferentSizesAndPlacesOutsideTheGroup) {
  const Group world = job().world();
  const std::vector<float> in(3);
  std::vector<float> out(4);
  EXPECT_THROW(permute(world, in, std::span(out), {}), InputError);
  out.resize(3);
  EXPECT_THROW(permute(world, in, std::span(out), std::vector<PermuteStep>{{0, world.size()}}),
               InputError);
}

} // namespace
} // namespace brigade::testing
