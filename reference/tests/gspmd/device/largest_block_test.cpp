#include "brigade/gspmd/device/largest_block.hpp"

#include "brigade/gspmd/local_program.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace brigade {
namespace {

/// Of every device of the mesh, looked at one after the other.
std::int64_t listed(const TensorType &type, const TensorSharding &sharding, const Mesh &mesh,
                    DeviceId device, const std::vector<std::string> &along) {
  const std::vector<std::int64_t> own = mesh.coordinates_of(device);
  std::int64_t largest = 0;
  for (DeviceId other = 0; other < mesh.size(); ++other) {
    const std::vector<std::int64_t> coordinates = mesh.coordinates_of(other);
    bool is_in_the_group = true;
    for (std::size_t i = 0; i < own.size(); ++i)
      if (coordinates[i] != own[i])
        is_in_the_group &= std::ranges::find(along, mesh.axis_names()[i]) != along.end();
    if (is_in_the_group)
      largest = std::max(largest, local_type(type, sharding, mesh, other).size());
  }
  return largest;
}

void expect_as_listed(const Shape &devices, const std::vector<std::int64_t> &sizes) {
  const std::vector<std::string> names{"a", "b", "c", "d", "e"};
  const std::size_t axes = devices.size();
  const Mesh mesh(create_device_mesh(devices),
                  {names.begin(), names.begin() + static_cast<std::ptrdiff_t>(axes)});
  std::vector<std::string> order = mesh.axis_names();
  do
    for (std::size_t along = 0; along < (std::size_t{1} << axes); ++along) {
      std::vector<std::string> varied;
      for (std::size_t i = 0; i < axes; ++i)
        if (along >> i & 1)
          varied.push_back(mesh.axis_names()[i]);
      for (const std::int64_t size : sizes)
        for (DeviceId device = 0; device < mesh.size(); device += 1 + mesh.size() / 3) {
          const TensorType type{DType::f32, {size}};
          TensorSharding sharding = replicated_sharding(1);
          sharding.dimensions[0].axes = order;
          ASSERT_EQ(largest_block(type, sharding, mesh, device, varied),
                    listed(type, sharding, mesh, device, varied))
              << to_string(mesh) << ' ' << to_string(type) << " @ " << to_string(sharding)
              << " device " << device << " along " << varied.size();
        }
    }
  while (std::ranges::next_permutation(order).found);
}

TEST(LargestBlock, IsTheOneThatAListOfAllHas) {
  std::vector<std::int64_t> sizes;
  for (std::int64_t size = 0; size <= 26; ++size)
    sizes.push_back(size);
  expect_as_listed({5}, sizes);
  expect_as_listed({2, 3}, sizes);
  expect_as_listed({4, 6}, sizes);
  expect_as_listed({2, 3, 4}, sizes);
  expect_as_listed({2, 2, 3, 2}, {1, 7, 23, 25, 29, 100});
  expect_as_listed({2, 3, 2, 2, 2}, {31, 50});
}

TEST(LargestBlock, IsAProductOverTheDimensions) {
  const Mesh mesh(create_device_mesh({2, 3}), {"a", "b"});
  const TensorType type{DType::f32, {5, 7}};
  const TensorSharding sharding{.dimensions = {{.axes = {"a"}}, {.axes = {"b"}}}};
  EXPECT_EQ(largest_block(type, sharding, mesh, 0, {"a", "b"}), 3 * 3);
  EXPECT_EQ(largest_block(type, sharding, mesh, 0, {"a"}), 3 * 2);
  EXPECT_EQ(largest_block(type, sharding, mesh, 0, {"b"}), 2 * 3);
}

// 4 billion blocks, of which a list would take 23 GB.
TEST(LargestBlock, OfAsManyDevicesAsAMeshCanHave) {
  const Mesh mesh(create_device_mesh({65536, 65535}), {"a", "b"});
  const TensorType type{DType::f32, {257, 8'589'869'057}}; // 2 · 65536 · 65535 + 65537
  TensorSharding sharding = replicated_sharding(2);
  sharding.dimensions[1].axes = {"b", "a"};
  EXPECT_EQ(largest_block(type, sharding, mesh, 0, {"a", "b"}), 257 * 3);
  EXPECT_EQ(largest_block(type, sharding, mesh, 0, {"b"}), 257 * 3);
}

} // namespace
} // namespace brigade
