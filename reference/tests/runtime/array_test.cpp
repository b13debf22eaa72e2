#include "brigade/runtime/array.hpp"

#include "brigade/runtime/make_array.hpp"
#include "ranks/runtime.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <string>

namespace brigade {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

using ::testing::ThrowsMessage;

Mesh mesh_of_all(const Runtime &runtime) {
  return Mesh(DeviceGrid({runtime.device_count()}), {"x"});
}

TEST(Array, HoldsTheBlockOfItsRank) {
  Runtime &runtime = testing::runtime();
  const NamedSharding rows(mesh_of_all(runtime), P("x"));
  const Array array = Array::empty(runtime, {7, 3}, DType::f64, rows);
  const Interval mine = block_of(7, runtime.device_count(), runtime.rank());
  EXPECT_EQ(array.shape(), (Shape{7, 3}));
  EXPECT_EQ(array.dtype(), DType::f64);
  EXPECT_EQ(array.slices(), (Slices{mine, {0, 3}}));
  EXPECT_EQ(array.shard_shape(), (Shape{mine.size(), 3}));
  EXPECT_EQ(array.shard_bytes(), static_cast<std::size_t>(mine.size() * 3) * 8);
  EXPECT_EQ(array.shard<double>().shape(), extents(array.shard_shape()));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array.data()) % 64, 0u);
}

TEST(Array, AScalarIsOneElementOnEveryRank) {
  Runtime &runtime = testing::runtime();
  Array array = Array::empty(runtime, {}, DType::i32, NamedSharding(mesh_of_all(runtime), P()));
  array.mutable_shard<std::int32_t>()() = 7;
  EXPECT_EQ(array.shard<std::int32_t>()(), 7);
  EXPECT_EQ(array.shard_bytes(), 4u);
}

TEST(Array, ACopySharesMemoryUntilOneOfThemIsWritten) {
  Runtime &runtime = testing::runtime();
  Array first = make_array<float>(runtime, {4, 4}, NamedSharding(mesh_of_all(runtime), P()),
                                  [](const Slices &) { return 1.0f; });
  const Array second = first;
  EXPECT_EQ(first.data(), second.data());
  first.mutable_shard<float>()(0, 0) = 2;
  EXPECT_EQ(first.shard<float>()(0, 0), 2);
  EXPECT_EQ(first.shard<float>()(3, 3), 1);
  EXPECT_EQ(second.shard<float>()(0, 0), 1);
  const std::byte *before = first.data();
  first.mutable_shard<float>()(0, 0) = 3;
  EXPECT_EQ(first.data(), before) << "memory that nobody shares is written in place";
}

TEST(Array, AShardOfAnotherTypeIsRefused) {
  Runtime &runtime = testing::runtime();
  Array array = Array::empty(runtime, {4}, DType::f32, NamedSharding(mesh_of_all(runtime), P("x")));
  const auto names_both =
      ThrowsMessage<Error>(AllOf(HasSubstr("asked for as f64"), HasSubstr("are f32")));
  EXPECT_THAT([&] { (void)array.shard<double>(); }, names_both);
  EXPECT_THAT([&] { (void)array.mutable_shard<double>(); }, names_both);
}

TEST(Array, ASpecLongerThanTheShapeIsRefused) {
  Runtime &runtime = testing::runtime();
  EXPECT_THROW((void)Array::empty(runtime, {4}, DType::f32,
                                  NamedSharding(mesh_of_all(runtime), P(nullptr, "x"))),
               InputError);
}

TEST(Array, AMeshThatIsNotAllDevicesOfTheJobIsRefused) {
  Runtime &runtime = testing::runtime();
  const int devices = runtime.device_count();
  const NamedSharding too_large(Mesh(DeviceGrid({devices + 1}), {"x"}), P("x"));
  EXPECT_THAT(
      [&] { (void)Array::empty(runtime, {4}, DType::f32, too_large); },
      ThrowsMessage<InputError>(AllOf(HasSubstr(std::to_string(devices + 1) + " devices"),
                                      HasSubstr("the job has " + std::to_string(devices)))));
  const NamedSharding of_others(Mesh(DeviceGrid({1}, {DeviceId{devices}}), {"x"}), P());
  EXPECT_THROW((void)Array::empty(runtime, {4}, DType::f32, of_others), InputError);
}

TEST(Array, ANegativeSizeIsRefused) {
  Runtime &runtime = testing::runtime();
  EXPECT_THAT(
      [&] {
        (void)Array::empty(runtime, {4, -1}, DType::f32, NamedSharding(mesh_of_all(runtime), P()));
      },
      ThrowsMessage<InputError>(HasSubstr("[4, -1]")));
}

TEST(Array, AShapeWhoseBytesCannotBeCountedIsRefused) {
  Runtime &runtime = testing::runtime();
  const NamedSharding replicated(mesh_of_all(runtime), P());
  constexpr std::int64_t long_side = std::int64_t{1} << 32;
  for (const Shape &shape : {Shape{long_side, long_side}, Shape{long_side, long_side / 4}})
    EXPECT_THAT([&] { (void)Array::empty(runtime, shape, DType::f64, replicated); },
                ThrowsMessage<InputError>(HasSubstr("more")));
}

TEST(Array, AShapeThatMemoryCannotHoldIsRefusedWithItsBytes) {
  Runtime &runtime = testing::runtime();
  const NamedSharding replicated(mesh_of_all(runtime), P());
  constexpr std::int64_t size = std::int64_t{1} << 29;
  EXPECT_THAT([&] { (void)Array::empty(runtime, {size, size}, DType::f32, replicated); },
              ThrowsMessage<Error>(AllOf(HasSubstr("f32[536870912, 536870912]"),
                                         HasSubstr("1152921504606846976 bytes"))));
}

TEST(Array, IsSeenThroughAnEquivalentShardingWithoutACopy) {
  Runtime &runtime = testing::runtime();
  const Array array = make_array<float>(runtime, {6}, NamedSharding(mesh_of_all(runtime), P("x")),
                                        [](const Slices &) { return 1.0f; });
  const NamedSharding same(Mesh(DeviceGrid({runtime.device_count(), 1}), {"a", "b"}), P("a"));
  const Array seen = array.with_sharding(same);
  EXPECT_EQ(seen.data(), array.data());
  EXPECT_EQ(seen.sharding().mesh(), same.mesh());
  if (runtime.device_count() > 1) {
    EXPECT_THROW((void)array.with_sharding(NamedSharding(same.mesh(), P())), Error);
  }
}

TEST(Array, WhoTakesADonatedOneHasItsMemoryAlone) {
  Runtime &runtime = testing::runtime();
  const Array given = make_array<float>(runtime, {6}, NamedSharding(mesh_of_all(runtime), P()),
                                        [](const Slices &) { return 1.0f; });
  const std::byte *memory = given.data();
  Array taker = given.donate(std::source_location::current());
  EXPECT_EQ(taker.shard<float>()(5), 1);
  taker.mutable_shard<float>()(0) = 2;
  EXPECT_EQ(taker.data(), memory) << "nobody shares it, so it is written in place";
  EXPECT_EQ(taker.donated_at(), "");
}

TEST(Array, ADonatedOneAndItsCopiesSayWhereItWentWhenTheyAreUsed) {
  Runtime &runtime = testing::runtime();
  Array given = make_array<float>(runtime, {6}, NamedSharding(mesh_of_all(runtime), P()),
                                  [](const Slices &) { return 1.0f; });
  Array copy = given;
  const auto where = std::source_location::current();
  const std::string line = "array_test.cpp:" + std::to_string(where.line());
  (void)given.donate(where);
  const auto says_where = ThrowsMessage<Error>(
      HasSubstr("f32[6] @ [] on {x: " + std::to_string(runtime.device_count()) +
                "} was used after it was donated at " + line));
  EXPECT_THAT([&] { (void)given.shard<float>(); }, says_where);
  EXPECT_THAT([&] { (void)copy.mutable_shard<float>(); }, says_where);
  EXPECT_THAT([&] { (void)copy.donate(std::source_location::current()); }, says_where);
  EXPECT_EQ(copy.donated_at(), line);
  EXPECT_EQ(copy.shape(), (Shape{6}));
}

TEST(Array, ADefaultOneCannotBeUsed) {
  const Array nothing;
  EXPECT_THAT([&] { (void)nothing.shape(); },
              ThrowsMessage<Error>(HasSubstr("an Array without a value was used")));
  EXPECT_THROW((void)nothing.data(), Error);
}

} // namespace
} // namespace brigade
