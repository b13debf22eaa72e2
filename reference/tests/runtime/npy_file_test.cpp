#include "brigade/runtime/npy_file.hpp"

#include "brigade/comm/barrier.hpp"
#include "brigade/core/npy.hpp"
#include "brigade/runtime/device_put.hpp"
#include "brigade/runtime/make_array.hpp"
#include "ranks/runtime.hpp"
#include "shardings.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace brigade {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

/// A folder that rank 0 makes before each test and removes after it.
class NpyFile : public ::testing::Test {
protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("brigade-npy-" + std::to_string(testing::runtime().device_count()));
    if (testing::runtime().rank() == 0) {
      std::filesystem::remove_all(folder_);
      std::filesystem::create_directory(folder_);
    }
    barrier(testing::runtime().world());
  }
  void TearDown() override {
    barrier(testing::runtime().world());
    if (testing::runtime().rank() == 0)
      std::filesystem::remove_all(folder_);
  }
  std::string path(const std::string &name) const { return folder_ / name; }
  std::size_t files_in_folder() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder_),
                                                  std::filesystem::directory_iterator()));
  }

private:
  std::filesystem::path folder_;
};

template <Element T> Array array_of_positions(const Shape &shape, const NamedSharding &sharding) {
  return make_array<T>(testing::runtime(), shape, sharding, [&](const Slices &slices) {
    const std::vector<std::int64_t> values = testing::values_in(shape, slices);
    return xt::xarray<std::int64_t>(xt::adapt(values, extents(shape_of(slices))));
  });
}

template <Element T> bool is_of_positions(const std::vector<T> &values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] != static_cast<T>(i + 1))
      return false;
  return true;
}

std::vector<NamedSharding> two_axes(std::size_t rank) {
  return testing::all_shardings(testing::meshes_of_two_axes(testing::runtime().device_count()),
                                rank);
}

TEST_F(NpyFile, HoldsTheGlobalArrayInRowMajorOrder) {
  const Shape shape{5, 6};
  for (const NamedSharding &sharding : two_axes(2)) {
    save_npy(array_of_positions<double>(shape, sharding), path("a.npy"));
    const NpyArray<double> read = read_npy<double>(path("a.npy"));
    EXPECT_EQ(read.shape, shape);
    EXPECT_TRUE(is_of_positions(read.values)) << to_string(sharding);
    EXPECT_EQ(files_in_folder(), 1u) << "something was left beside the file";
    barrier(testing::runtime().world());
  }
}

TEST_F(NpyFile, LoadsOntoAnotherMesh) {
  const std::vector<NamedSharding> shardings = two_axes(2);
  const Shape shape{7, 3};
  for (std::size_t i = 0; i < shardings.size(); i += 2) {
    save_npy(array_of_positions<float>(shape, shardings[i]), path("a.npy"));
    const NamedSharding &to = shardings[(i * 5 + 2) % shardings.size()];
    const Array loaded = load_npy(testing::runtime(), path("a.npy"), to);
    EXPECT_EQ(loaded.shape(), shape);
    EXPECT_EQ(loaded.slices(), to.slices_of(shape, testing::runtime().rank()));
    const std::vector<std::int64_t> expected = testing::values_in(shape, loaded.slices());
    const auto shard = loaded.shard<float>();
    EXPECT_TRUE(std::equal(shard.begin(), shard.end(), expected.begin(), expected.end()))
        << to_string(shardings[i]) << " to " << to_string(to);
  }
}

template <Element T>
void expect_round_trip(const std::string &path, const Shape &shape, const NamedSharding &sharding) {
  const Array saved = array_of_positions<T>(shape, sharding);
  save_npy(saved, path);
  const Array loaded = load_npy(testing::runtime(), path, sharding);
  EXPECT_EQ(loaded.dtype(), saved.dtype());
  EXPECT_EQ(loaded.shape(), shape);
  EXPECT_TRUE(std::ranges::equal(loaded.shard<T>(), saved.shard<T>())) << to_string(saved);
}

TEST_F(NpyFile, EveryTypeAndRankComesBack) {
  const Mesh mesh(DeviceGrid({testing::runtime().device_count()}), {"x"});
  expect_round_trip<float>(path("scalar.npy"), {}, NamedSharding(mesh, P()));
  expect_round_trip<double>(path("vector.npy"), {11}, NamedSharding(mesh, P("x")));
  expect_round_trip<std::int32_t>(path("matrix.npy"), {3, 9}, NamedSharding(mesh, P(nullptr, "x")));
  expect_round_trip<std::int64_t>(path("cube.npy"), {3, 2, 5},
                                  NamedSharding(mesh, P(nullptr, "x")));
  expect_round_trip<float>(path("empty.npy"), {0, 4}, NamedSharding(mesh, P("x")));
}

TEST_F(NpyFile, AFolderThatIsMissingIsAnErrorOnEveryRank) {
  const Mesh mesh(DeviceGrid({testing::runtime().device_count()}), {"x"});
  const Array array = array_of_positions<float>({4}, NamedSharding(mesh, P("x")));
  EXPECT_THAT([&] { save_npy(array, path("no/such/folder/a.npy")); },
              ThrowsMessage<Error>(HasSubstr("no/such/folder")));
}

TEST_F(NpyFile, AFileThatIsMissingTruncatedOrOfAnotherKindIsAnErrorOnEveryRank) {
  Runtime &runtime = testing::runtime();
  const NamedSharding rows(Mesh(DeviceGrid({runtime.device_count()}), {"x"}), P("x"));
  EXPECT_THAT([&] { (void)load_npy(runtime, path("nothing.npy"), rows); },
              ThrowsMessage<Error>(HasSubstr("nothing.npy")));

  save_npy(array_of_positions<float>({40}, rows), path("a.npy"));
  if (runtime.rank() == 0) {
    std::filesystem::resize_file(path("a.npy"), 200);
    std::ofstream(path("text.npy")) << "no array";
  }
  barrier(runtime.world());
  EXPECT_THAT([&] { (void)load_npy(runtime, path("a.npy"), rows); },
              ThrowsMessage<Error>(AllOf(HasSubstr("a.npy"), HasSubstr("40"))));
  EXPECT_THAT([&] { (void)load_npy(runtime, path("text.npy"), rows); },
              ThrowsMessage<Error>(HasSubstr("text.npy")));
}

TEST_F(NpyFile, ASpecLongerThanTheFilesShapeIsRefused) {
  Runtime &runtime = testing::runtime();
  const Mesh mesh(DeviceGrid({runtime.device_count()}), {"x"});
  save_npy(array_of_positions<float>({4}, NamedSharding(mesh, P("x"))), path("a.npy"));
  EXPECT_THROW((void)load_npy(runtime, path("a.npy"), NamedSharding(mesh, P(nullptr, "x"))), Error);
}

} // namespace
} // namespace brigade
