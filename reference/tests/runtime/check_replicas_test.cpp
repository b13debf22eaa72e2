#include "brigade/runtime/check_replicas.hpp"

#include "brigade/runtime/make_array.hpp"
#include "ranks/runtime.hpp"

#include <gmock/gmock.h>

#include <limits>

namespace brigade {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

Array copies_of_zeros(const Shape &shape) {
  const Mesh mesh(DeviceGrid({testing::runtime().device_count()}), {"x"});
  return make_array<float>(testing::runtime(), shape, NamedSharding(mesh, P()),
                           [](const Slices &) { return 0.0f; });
}

TEST(CheckReplicas, PassesWhereAllAgree) {
  Array array = copies_of_zeros({3, 4});
  EXPECT_NO_THROW(check_replicas(array));
  array.mutable_shard<float>()(1, 2) = std::numeric_limits<float>::quiet_NaN();
  EXPECT_NO_THROW(check_replicas(array)) << "a NaN agrees with the same NaN";
}

TEST(CheckReplicas, DifferentBlocksNeedNotAgree) {
  Runtime &runtime = testing::runtime();
  const Mesh mesh(DeviceGrid({runtime.device_count()}), {"x"});
  const Array array = make_array<std::int32_t>(runtime, {16}, NamedSharding(mesh, P("x")),
                                               [&](const Slices &) { return runtime.rank(); });
  EXPECT_NO_THROW(check_replicas(array));
}

TEST(CheckReplicas, TellsEveryRankWhereTwoDevicesDisagree) {
  Runtime &runtime = testing::runtime();
  const int last = runtime.device_count() - 1;
  if (last == 0)
    return; // one rank has nobody to disagree with
  Array array = copies_of_zeros({3, 4});
  if (runtime.rank() == last)
    array.mutable_shard<float>()(1, 2) = 0.5f;
  EXPECT_THAT(
      [&] { check_replicas(array, "w1"); },
      ThrowsMessage<Error>(AllOf(HasSubstr("`w1`"), HasSubstr("element [1, 2]"),
                                 HasSubstr("is 0 (0x00000000) on device 0"),
                                 HasSubstr("0.5 (0x3f000000) on device " + std::to_string(last)))));
}

TEST(CheckReplicas, NamesTheGlobalIndexInABlock) {
  Runtime &runtime = testing::runtime();
  const int devices = runtime.device_count();
  if (devices % 2 != 0)
    return; // needs two halves
  const Mesh mesh(DeviceGrid({2, devices / 2}), {"x", "y"});
  Array array = make_array<std::int64_t>(runtime, {2, 6}, NamedSharding(mesh, P(nullptr, "x")),
                                         [](const Slices &) { return 1; });
  if (runtime.rank() == devices - 1)
    array.mutable_shard<std::int64_t>()(1, 1) = 2;
  if (devices == 2)
    EXPECT_NO_THROW(check_replicas(array));
  else
    EXPECT_THAT(
        [&] { check_replicas(array); },
        ThrowsMessage<Error>(AllOf(HasSubstr("element [1, 4]"), HasSubstr("block [0:2, 3:6]"))));
}

TEST(CheckReplicas, TellsZeroFromMinusZero) {
  Runtime &runtime = testing::runtime();
  Array array = copies_of_zeros({5});
  if (runtime.rank() == 0)
    array.mutable_shard<float>()(3) = -0.0f;
  if (runtime.device_count() == 1)
    EXPECT_NO_THROW(check_replicas(array));
  else
    EXPECT_THAT([&] { check_replicas(array); }, ThrowsMessage<Error>(HasSubstr("(0x80000000)")));
}

TEST(CheckReplicas, TheWorkGoesOnAfterADisagreement) {
  Runtime &runtime = testing::runtime();
  Array array = copies_of_zeros({5});
  if (runtime.rank() == 0)
    array.mutable_shard<float>()(0) = 1;
  for (int round = 0; round < 3; ++round) {
    try {
      check_replicas(array);
      EXPECT_EQ(runtime.device_count(), 1);
    } catch (const Error &) {
      EXPECT_GT(runtime.device_count(), 1);
    }
  }
}

} // namespace
} // namespace brigade
