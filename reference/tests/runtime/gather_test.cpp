#include "brigade/runtime/gather.hpp"

#include "brigade/runtime/device_put.hpp"
#include "brigade/runtime/make_array.hpp"
#include "ranks/runtime.hpp"
#include "shardings.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace brigade {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

Array array_of_positions(const Shape &shape, const NamedSharding &sharding) {
  return make_array<double>(testing::runtime(), shape, sharding, [&](const Slices &slices) {
    const std::vector<std::int64_t> values = testing::values_in(shape, slices);
    return xt::xarray<std::int64_t>(xt::adapt(values, extents(shape_of(slices))));
  });
}

xt::xarray<double> positions(const Shape &shape) {
  const std::vector<std::int64_t> values = testing::values_in(shape, whole(shape));
  return xt::cast<double>(xt::adapt(values, extents(shape)));
}

std::vector<NamedSharding> two_axes(std::size_t rank) {
  return testing::all_shardings(testing::meshes_of_two_axes(testing::runtime().device_count()),
                                rank);
}

TEST(Gather, GivesEveryRankTheWholeArray) {
  for (const Shape &shape : {Shape{}, Shape{5}, Shape{0, 3}, Shape{2, 7}, Shape{3, 2, 4}})
    for (const NamedSharding &sharding : two_axes(shape.size()))
      EXPECT_EQ(gather<double>(array_of_positions(shape, sharding)), positions(shape))
          << to_string(shape) << " @ " << to_string(sharding);
}

TEST(Gather, ToOneRankGivesTheOthersNothing) {
  const int ranks = testing::runtime().device_count();
  const Shape shape{5, 6};
  int root = 0;
  for (const NamedSharding &sharding : two_axes(2)) {
    root = (root + 1) % ranks;
    const auto host = gather_to_rank<double>(array_of_positions(shape, sharding), root);
    EXPECT_EQ(host.has_value(), testing::runtime().rank() == root);
    if (host) {
      EXPECT_EQ(*host, positions(shape)) << to_string(sharding);
    }
  }
}

TEST(Gather, CarriesBooleans) {
  Runtime &runtime = testing::runtime();
  const xt::xarray<bool> host{{true, false, true}, {false, false, true}};
  for (const NamedSharding &sharding : two_axes(2))
    EXPECT_EQ(gather<bool>(device_put(runtime, host, sharding)), host) << to_string(sharding);
}

TEST(Gather, RefusesAnotherTypeAndARankThatIsNotThere) {
  const Mesh mesh(DeviceGrid({testing::runtime().device_count()}), {"x"});
  const Array array = array_of_positions({4}, NamedSharding(mesh, P("x")));
  EXPECT_THROW((void)gather<float>(array), Error);
  EXPECT_THROW((void)gather_to_rank<float>(array, 0), Error);
  EXPECT_THAT([&] { (void)gather_to_rank<double>(array, 99); },
              ThrowsMessage<InputError>(HasSubstr("no rank 99")));
}

} // namespace
} // namespace brigade
