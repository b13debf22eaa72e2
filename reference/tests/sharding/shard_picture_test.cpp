#include "brigade/sharding/shard_picture.hpp"

#include "brigade/core/error.hpp"
#include "brigade/sharding/picture_layout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <charconv>
#include <set>

namespace brigade {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

std::int64_t number(std::string_view text) {
  std::int64_t value = -1;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  EXPECT_EQ(result.ptr, text.data() + text.size()) << text;
  return value;
}

// Numbers that the names of a box stand for.
std::set<DeviceId> devices_in(const PictureBox &box) {
  std::set<DeviceId> devices;
  for (const std::string &name : box.devices) {
    const std::size_t dash = name.find('-');
    const DeviceId first = number(std::string_view(name).substr(0, dash));
    const DeviceId last =
        dash == std::string::npos ? first : number(std::string_view(name).substr(dash + 1));
    for (DeviceId device = first; device <= last; ++device)
      devices.insert(device);
  }
  return devices;
}

TEST(ShardPicture, EveryBoxHoldsTheDevicesThatHoldItsElements) {
  const std::vector<Mesh> meshes{Mesh(create_device_mesh({4, 2}), {"x", "y"}),
                                 Mesh(create_device_mesh({8, 8}), {"x", "y"}),
                                 Mesh({{5, 3, 1}, {4, 0, 2}}, {"x", "y"})};
  const std::vector<PartitionSpec> specs{P(),
                                         P("x"),
                                         P("y"),
                                         P("x", "y"),
                                         P("y", "x"),
                                         P(axes("x", "y")),
                                         P(axes("y", "x")),
                                         P(nullptr, "x"),
                                         P(nullptr, axes("y", "x"))};
  for (const Mesh &mesh : meshes)
    for (const PartitionSpec &spec : specs)
      for (const Shape &shape : {Shape{8, 16}, Shape{5, 3}, Shape{1, 70}, Shape{9, 1}}) {
        const NamedSharding sharding(mesh, spec);
        const ShardPicture picture = picture_of(sharding, shape);
        std::int64_t drawn = 0;
        for (std::size_t row = 0; row < picture.rows.size(); ++row)
          for (std::size_t column = 0; column < picture.columns.size(); ++column) {
            std::set<DeviceId> holders;
            for (const DeviceSlices &held : sharding.index_map(shape))
              if (held.slices[0] == picture.rows[row].positions &&
                  held.slices[1] == picture.columns[column].positions)
                holders.insert(held.device);
            EXPECT_EQ(devices_in(picture.boxes[row][column]), holders)
                << picture.title << ", box " << row << ", " << column;
            drawn += picture.rows[row].positions.size() * picture.columns[column].positions.size();
          }
        EXPECT_EQ(drawn, element_count(shape)) << picture.title;
      }
}

TEST(ShardPicture, NeighboursDifferInColour) {
  const ShardPicture picture = picture_of(
      NamedSharding(Mesh(create_device_mesh({8, 8}), {"x", "y"}), P("x", "y")), {64, 64});
  for (std::size_t row = 0; row < 8; ++row)
    for (std::size_t column = 0; column < 8; ++column) {
      const int colour = picture.boxes[row][column].colour;
      EXPECT_TRUE(0 <= colour && colour < kPictureColours);
      EXPECT_TRUE(row == 0 || colour != picture.boxes[row - 1][column].colour);
      EXPECT_TRUE(column == 0 || colour != picture.boxes[row][column - 1].colour);
    }
}

TEST(ShardPicture, SaysWhatItShows) {
  const Mesh mesh(create_device_mesh({4, 2}), {"x", "y"});
  const ShardPicture whole =
      picture_of(NamedSharding(mesh, P("x", "y")), {8, 16}, {.array_name = "w1"});
  EXPECT_EQ(whole.title, "w1 [8, 16] sharded [x, y] on mesh {x: 4, y: 2}");
  EXPECT_EQ(whole.summary, "8 blocks of [2, 8], each on one device");
  EXPECT_THAT(whole.notes, IsEmpty());
  EXPECT_EQ(picture_of(NamedSharding(mesh, P()), {3}).summary,
            "the whole array on each of 8 devices");
  EXPECT_EQ(picture_of(NamedSharding(mesh, P("x")), {6, 3}).summary,
            "4 blocks of [1-2, 3], each on 2 devices");
  EXPECT_THAT(picture_of(NamedSharding(mesh, P("x")), {3}).notes,
              ElementsAre("dimension 0: 1 of 4 blocks are empty and not drawn"));
  const Mesh alone(create_device_mesh({1}), {"x"});
  EXPECT_EQ(picture_of(NamedSharding(alone, P("x")), {3}).summary, "the whole array on one device");
}

TEST(ShardPicture, OfMoreDimensionsShowsTheShardedOnes) {
  const Mesh mesh(create_device_mesh({2, 2, 2}), {"a", "b", "c"});
  const ShardPicture two =
      picture_of(NamedSharding(mesh, P(nullptr, "a", nullptr, "b")), {3, 4, 5, 6});
  EXPECT_EQ(two.rows.back().positions.end, 4);
  EXPECT_EQ(two.columns.back().positions.end, 6);
  EXPECT_THAT(two.notes, ElementsAre("dimension 1 goes down, dimension 3 across"));
  const ShardPicture three = picture_of(NamedSharding(mesh, P("a", "b", "c")), {4, 4, 4});
  EXPECT_THAT(three.notes,
              ElementsAre("dimension 0 goes down, dimension 1 across",
                          "dimension 2 is not drawn: the devices of a box hold 2 different "
                          "parts of it"));
  const ShardPicture asked = picture_of(NamedSharding(mesh, P("a", "b", "c")), {4, 6, 8},
                                        {.dimensions = std::array<std::size_t, 2>{2, 0}});
  EXPECT_EQ(asked.rows.back().positions.end, 8);
  EXPECT_EQ(asked.columns.back().positions.end, 4);
  EXPECT_THAT(asked.boxes[1][0].devices, ElementsAre("1", "3"));
}

TEST(ShardPicture, OfManyDevicesIsSummedUp) {
  const Mesh mesh(create_device_mesh({64, 16, 4}), {"data", "model", "expert"});
  const ShardPicture picture = picture_of(NamedSharding(mesh, P("data", "model")), {8192, 4096});
  ASSERT_EQ(picture.rows.size(), 5U);
  EXPECT_TRUE(picture.rows[3].is_gap);
  EXPECT_EQ(picture.rows[3].positions, (Interval{384, 8064}));
  EXPECT_EQ(picture.rows[4].positions, (Interval{8064, 8192}));
  EXPECT_THAT(picture.boxes[3][0].devices, ElementsAre("..."));
  EXPECT_EQ(picture.boxes[3][0].colour, -1);
  EXPECT_THAT(picture.boxes[4][4].devices, ElementsAre("4092-4095"));
  const ShardPicture copies = picture_of(NamedSharding(mesh, P("model")), {8192});
  EXPECT_THAT(copies.boxes[0][1].devices, ElementsAre("4", "5", "6", "...", "4039"));
  // However many there are, nothing is computed for each.
  const Mesh huge(create_device_mesh({1 << 11, 1 << 10, 1 << 10}), {"x", "y", "z"});
  EXPECT_EQ(
      picture_of(NamedSharding(huge, P("x", "y")), {1 << 30, 1 << 30}).boxes[4][4].devices.back(),
      std::to_string((std::int64_t{1} << 31) - 1));
}

TEST(ShardPicture, DimensionsThatCannotBeDrawnAreRefused) {
  const NamedSharding sharding(Mesh(create_device_mesh({2}), {"x"}), P("x"));
  for (const std::array<std::size_t, 2> dimensions :
       {std::array<std::size_t, 2>{0, 0}, {0, 3}, {5, 1}})
    EXPECT_THAT(
        [&] {
          picture_of(sharding, {2, 3, 4}, {.dimensions = dimensions});
        },
        ThrowsMessage<InputError>(AllOf(HasSubstr("[2, 3, 4]"), HasSubstr("0 to 2"))));
  EXPECT_THROW(picture_of(sharding, {}), InputError);
}

TEST(PictureLayout, BandsKeepTheirProportionsAndTheirMinima) {
  const std::vector<PictureBand> bands{{{0, 1}, false}, {{1, 3}, false}, {{3, 4}, false}};
  EXPECT_THAT(proportional_sizes(bands, 40, {3, 3, 3}), ElementsAre(10, 20, 10));
  EXPECT_THAT(proportional_sizes(bands, 4, {3, 3, 3}), ElementsAre(3, 6, 3));
  const std::vector<PictureBand> shortened{
      {{0, 10}, false}, {{10, 990}, true}, {{990, 1000}, false}};
  EXPECT_THAT(proportional_sizes(shortened, 30, {1, 1, 1}), ElementsAre(10, 10, 10));
}

TEST(PictureLayout, DeviceListsBreakAfterCommas) {
  EXPECT_THAT(wrap_devices({"0", "1", "2"}, 9), ElementsAre("0,1,2"));
  EXPECT_THAT(wrap_devices({"10", "20", "30"}, 6), ElementsAre("10,20,", "30"));
  EXPECT_THAT(wrap_devices({"1000-2000"}, 4), ElementsAre("1000-2000"));
}

} // namespace
} // namespace brigade
