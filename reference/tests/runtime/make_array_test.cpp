#include "brigade/runtime/make_array.hpp"

#include "ranks/runtime.hpp"
#include "shardings.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace brigade {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::ThrowsMessage;

TEST(MakeArray, AsksEachRankForItsOwnSlicesOnce) {
  Runtime &runtime = testing::runtime();
  for (const NamedSharding &sharding :
       testing::all_shardings(testing::meshes_of_two_axes(runtime.device_count()), 2)) {
    const Shape shape{7, 3};
    std::vector<Slices> asked;
    const Array array = make_array<float>(runtime, shape, sharding, [&](const Slices &slices) {
      asked.push_back(slices);
      const std::vector<std::int64_t> values = testing::values_in(shape, slices);
      return xt::xarray<double>(xt::adapt(values, extents(shape_of(slices))));
    });
    const Slices mine = sharding.slices_of(shape, runtime.rank());
    if (element_count(mine) == 0)
      EXPECT_THAT(asked, IsEmpty()) << "an empty block needs no values";
    else
      EXPECT_THAT(asked, ElementsAre(mine));
    const auto shard = array.shard<float>();
    const std::vector<std::int64_t> expected = testing::values_in(shape, mine);
    EXPECT_TRUE(std::equal(shard.begin(), shard.end(), expected.begin(), expected.end()));
  }
}

TEST(MakeArray, TakesAnExpressionOrANumber) {
  Runtime &runtime = testing::runtime();
  const NamedSharding rows(Mesh(DeviceGrid({runtime.device_count()}), {"x"}), P("x"));
  const Array lazy = make_array<std::int64_t>(runtime, {20}, rows, [](const Slices &slices) {
    return 2 * xt::arange<std::int64_t>(slices[0].begin, slices[0].end);
  });
  EXPECT_EQ(lazy.shard<std::int64_t>()(0), 2 * lazy.slices()[0].begin);
  const Array ones = make_array<double>(runtime, {20}, rows, [](const Slices &) { return 1; });
  EXPECT_EQ(xt::sum(ones.shard<double>())(), static_cast<double>(ones.slices()[0].size()));
}

TEST(MakeArray, RefusesValuesOfAnotherShape) {
  Runtime &runtime = testing::runtime();
  const NamedSharding copies(Mesh(DeviceGrid({runtime.device_count()}), {"x"}), P());
  EXPECT_THAT(
      [&] {
        (void)make_array<float>(runtime, {2, 3}, copies, [](const Slices &) {
          return xt::xarray<float>(xt::zeros<float>({3, 2}));
        });
      },
      ThrowsMessage<Error>(
          AllOf(HasSubstr("[0:2, 0:3]"), HasSubstr("shape [3, 2]"), HasSubstr("shape [2, 3]"))));
}

} // namespace
} // namespace brigade
