#include "brigade/mesh/mesh.hpp"

#include "brigade/core/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace brigade {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

Mesh two_by_four() { return Mesh(create_device_mesh({2, 4}), {"data", "model"}); }

TEST(Mesh, NamesTheDimensionsOfItsGrid) {
  const Mesh mesh = two_by_four();
  EXPECT_EQ(mesh.size(), 8);
  EXPECT_EQ(mesh.shape(), (Shape{2, 4}));
  EXPECT_EQ(mesh.axis_size("model"), 4);
  EXPECT_EQ(mesh.axis_index("model"), 1U);
  EXPECT_TRUE(mesh.has_axis("data"));
  EXPECT_FALSE(mesh.has_axis("expert"));
  EXPECT_EQ(to_string(mesh), "{data: 2, model: 4}");
}

TEST(Mesh, IsWrittenAsNestedListsOfDevices) {
  EXPECT_EQ(Mesh({{0, 1}, {2, 3}}, {"data", "model"}),
            Mesh(create_device_mesh({2, 2}), {"data", "model"}));
  EXPECT_EQ(Mesh({{0}, {1}}, {"data", "model"}).shape(), (Shape{2, 1}));
  EXPECT_EQ(Mesh({{0, 1}}, {"data", "model"}).shape(), (Shape{1, 2}));
  EXPECT_EQ(Mesh({5, 3, 4}, {"x"}).device_at({1}), 3);
  EXPECT_EQ(Mesh({{{0, 1}, {2, 3}}, {{4, 5}, {6, 7}}}, {"z", "y", "x"}).device_at({1, 0, 1}), 5);
  const std::vector<std::string> names{"a", "b"};
  EXPECT_EQ(Mesh({{3, 2}, {1, 0}}, names).device_at({0, 0}), 3);
}

TEST(Mesh, TwoAxisNamesNeverBecomeOneString) {
  // std::vector<std::string>{{"a", "b"}} is one string made from two pointers; this must not happen
  // here.
  const Mesh mesh(create_device_mesh({2, 2}), {"a", "b"});
  EXPECT_THAT(mesh.axis_names(), ElementsAre("a", "b"));
}

TEST(Mesh, CoordinatesGoBothWays) {
  const Mesh mesh({{7, 3, 5}, {1, 0, 9}}, {"x", "y"});
  for (DeviceId device : {7, 3, 5, 1, 0, 9})
    EXPECT_EQ(mesh.device_at(mesh.coordinates_of(device)), device);
  EXPECT_THAT(mesh.coordinates_of(0), ElementsAre(1, 1));
  EXPECT_FALSE(mesh.contains(2));
  EXPECT_TRUE(mesh.contains(9));
}

TEST(Mesh, CoordinatesOutsideAreRefused) {
  const Mesh mesh = two_by_four();
  EXPECT_THAT([&] { mesh.coordinates_of(8); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("device 8"), HasSubstr("8 devices"))));
  EXPECT_THAT(
      [&] {
        mesh.device_at({1, 4});
      },
      ThrowsMessage<InputError>(AllOf(HasSubstr("coordinate 4"), HasSubstr("0 to 3"))));
  EXPECT_THROW(mesh.device_at({1}), InputError);
  EXPECT_THROW(mesh.device_at({-1, 0}), InputError);
}

TEST(Mesh, OfAMillionDevicesCostsNothing) {
  const Mesh mesh(create_device_mesh({100, 100, 100}), {"x", "y", "z"});
  EXPECT_TRUE(mesh.devices().is_in_order());
  EXPECT_THAT(mesh.coordinates_of(123456), ElementsAre(12, 34, 56));
  const AxisGroups groups = mesh.groups({"x", "z"});
  EXPECT_EQ(groups.count(), 100);
  EXPECT_EQ(groups.size(), 10000);
  EXPECT_EQ(groups.group_of(123456), 34);
  EXPECT_EQ(groups.place_of(123456), 1256);
  const Mesh larger_than_memory(create_device_mesh({1 << 6, 1 << 20, 1 << 5}), {"x", "y", "z"});
  EXPECT_EQ(larger_than_memory.groups({"y"}).members(5).size(), 1U << 20);
}

TEST(Mesh, IsEqualWhereDevicesAndNamesAre) {
  EXPECT_EQ(two_by_four(), two_by_four());
  EXPECT_NE(two_by_four(), Mesh(create_device_mesh({2, 4}), {"data", "expert"}));
  EXPECT_NE(two_by_four(), Mesh(create_device_mesh({4, 2}), {"data", "model"}));
  EXPECT_NE(Mesh({1, 0}, {"x"}), Mesh({0, 1}, {"x"}));
  EXPECT_EQ(Mesh({1, 0}, {"x"}), Mesh({1, 0}, {"x"}));
  // Ids that are listed in order are the same grid as ids that are not listed.
  EXPECT_EQ(Mesh(create_device_mesh({3}, {0, 1, 2}), {"x"}), Mesh(create_device_mesh({3}), {"x"}));
}

TEST(Mesh, OfNoDimensionsHoldsOneDevice) {
  const Mesh mesh(create_device_mesh({}), std::vector<std::string>{});
  EXPECT_EQ(mesh.size(), 1);
  EXPECT_EQ(mesh.groups({}).members(0), std::vector<DeviceId>{0});
  EXPECT_EQ(to_string(mesh), "{}");
}

TEST(MeshErrors, AFlatListOfDevicesWithTwoNamesIsToldHowToReshape) {
  EXPECT_THAT(
      [] {
        Mesh({0, 1, 2, 3}, {"a", "b"});
      },
      ThrowsMessage<InputError>(AllOf(HasSubstr("1 dimension, shape [4]"),
                                      HasSubstr("2 axis names were given: (a, b)"),
                                      HasSubstr("create_device_mesh({4, 1})"))));
  EXPECT_THAT(
      [] {
        Mesh(create_device_mesh({2, 4}), {"a"});
      },
      ThrowsMessage<InputError>(AllOf(HasSubstr("2 dimensions, shape [2, 4]"),
                                      HasSubstr("1 axis name was given"),
                                      HasSubstr("create_device_mesh({8})"))));
}

TEST(MeshErrors, NamesThatAreEmptyRepeatedOrNotWordsAreRefused) {
  EXPECT_THAT(
      [] {
        Mesh(create_device_mesh({2, 2}), {"a", ""});
      },
      ThrowsMessage<InputError>(AllOf(HasSubstr("axis 1"), HasSubstr("empty name"))));
  EXPECT_THAT(
      [] {
        Mesh(create_device_mesh({2, 2, 2}), {"a", "b", "a"});
      },
      ThrowsMessage<InputError>(HasSubstr("axis name a is given to axes 0 and 2")));
  for (const char *name : {"a b", "-", "?", "x,y", "2x", "(x)"})
    EXPECT_THAT([&] { Mesh(create_device_mesh({2}), {name}); },
                ThrowsMessage<InputError>(HasSubstr(name)));
  EXPECT_NO_THROW(Mesh(create_device_mesh({2}), {"données_1"}));
}

TEST(MeshErrors, AnUnknownAxisIsAnsweredWithThoseThatExist) {
  EXPECT_THAT(
      [] { two_by_four().axis_size("batch"); },
      ThrowsMessage<InputError>(AllOf(HasSubstr("axis batch is not in mesh {data: 2, model: 4}"),
                                      HasSubstr("data, model"))));
  EXPECT_THROW(two_by_four().groups({"batch"}), InputError);
  EXPECT_THAT(
      [] {
        two_by_four().groups({"data", "data"});
      },
      ThrowsMessage<InputError>(HasSubstr("axis data is named twice")));
}

TEST(DeviceGrid, ItsSizesAreAtLeastOne) {
  EXPECT_THAT(
      [] {
        create_device_mesh({2, 0});
      },
      ThrowsMessage<InputError>(
          HasSubstr("dimension 1 of mesh shape [2, 0] has size 0; every size of a mesh is 1")));
  EXPECT_THROW(create_device_mesh({-2}), InputError);
}

TEST(DeviceGrid, HasAsManyDevicesAsADimensionCanBeCutInto) {
  EXPECT_EQ(create_device_mesh({65537, 65535}).size(), (std::int64_t{1} << 32) - 1);
  const std::int64_t fourth = std::int64_t{1} << 62; // of what is 0 in 64 bits
  for (const Shape &shape : {Shape{std::int64_t{1} << 32}, Shape{65536, 65536}, Shape{fourth},
                             Shape{fourth, 4}, Shape{4, fourth}})
    EXPECT_THAT([&] { create_device_mesh(shape); },
                ThrowsMessage<InputError>("mesh shape " + to_string(shape) +
                                          " has 2^32 devices or more; the sizes of a mesh multiply "
                                          "to 4294967295 at most"));
}

TEST(DeviceGrid, OfOneDimensionHasAsManyPlacesAsThatSays) {
  EXPECT_THAT([] { create_device_mesh({4}, {0, 1}); },
              ThrowsMessage<InputError>(
                  HasSubstr("mesh shape [4] has 4 places, but 2 devices were given")));
}

TEST(DeviceGrid, CountOfDevicesThatIsNotTheProductIsAnsweredWithAShapeThatFits) {
  EXPECT_THAT(
      [] {
        create_device_mesh({2, 4}, {0, 1, 2, 3, 4, 5});
      },
      ThrowsMessage<InputError>(AllOf(HasSubstr("[2, 4] has 2 x 4 = 8 places"),
                                      HasSubstr("6 devices were given"),
                                      HasSubstr("[2, 3] would hold 6"))));
  EXPECT_THAT(
      [] {
        create_device_mesh({3, 4}, {0, 1, 2, 3, 4, 5, 6});
      },
      ThrowsMessage<InputError>(HasSubstr("[7, 1] would hold 7")));
  EXPECT_THAT(
      [] {
        create_device_mesh({2, 4}, std::vector<DeviceId>{});
      },
      ThrowsMessage<InputError>(HasSubstr("needs 8")));
}

TEST(DeviceGrid, ADeviceHasOnePlaceAndARank) {
  EXPECT_THAT(
      [] {
        Mesh({{0, 1}, {2, 1}}, {"x", "y"});
      },
      ThrowsMessage<InputError>(
          HasSubstr("device 1 stands twice in the mesh, at positions 1 and 3")));
  EXPECT_THAT([] { Mesh({0, -4}, {"x"}); }, ThrowsMessage<InputError>(HasSubstr("device id -4")));
}

TEST(DeviceGrid, RaggedListsAreRefused) {
  EXPECT_THAT(
      [] {
        Mesh({{0, 1}, {2}}, {"x", "y"});
      },
      ThrowsMessage<InputError>(HasSubstr("first has 2 entries, another 1")));
  EXPECT_THROW(Mesh({{0, 1}, 2}, {"x", "y"}), InputError);
  EXPECT_THROW(Mesh({0, {1, 2}}, {"x"}), InputError);
  EXPECT_THROW(DeviceGrid::from_nested(NestedDevices(std::initializer_list<NestedDevices>{})),
               InputError);
}

TEST(DeviceGrid, APositionOutsideIsRefused) {
  EXPECT_THROW(create_device_mesh({2, 2}).at(4), InputError);
  EXPECT_THROW(create_device_mesh({2, 2}).at(-1), InputError);
  EXPECT_EQ(create_device_mesh({2, 2}).position_of(4), -1);
  EXPECT_EQ(create_device_mesh({2}, {9, 4}).position_of(5), -1);
  EXPECT_EQ(create_device_mesh({2}, {9, 4}).position_of(10), -1);
}

TEST(AxisGroups, AlongOneAxisAreTheRowsAndTheColumns) {
  const Mesh mesh = two_by_four();
  const AxisGroups rows = mesh.groups({"model"}), columns = mesh.groups({"data"});
  EXPECT_EQ(rows.count(), 2);
  EXPECT_THAT(rows.members(1), ElementsAre(4, 5, 6, 7));
  EXPECT_EQ(columns.count(), 4);
  EXPECT_THAT(columns.members(1), ElementsAre(1, 5));
  EXPECT_EQ(columns.group_of(5), 1);
  EXPECT_EQ(columns.place_of(5), 1);
  EXPECT_THROW(rows.members(2), InputError);
  EXPECT_THROW(rows.members(-1), InputError);
  EXPECT_THROW(rows.group_of(8), InputError);
}

TEST(AxisGroups, TheFirstAxisNamedIsMajor) {
  const Mesh mesh = two_by_four();
  EXPECT_THAT(mesh.groups({"data", "model"}).members(0), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_THAT(mesh.groups({"model", "data"}).members(0), ElementsAre(0, 4, 1, 5, 2, 6, 3, 7));
}

TEST(AxisGroups, StridesOfEightDevices) {
  // JAX's test_reduce_scatter_with_axis_index_groups: ((0, 2, 4, 6), (1, 3, 5, 7)).
  const Mesh mesh(create_device_mesh({4, 2}), {"x", "y"});
  EXPECT_THAT(mesh.groups({"x"}).members(0), ElementsAre(0, 2, 4, 6));
  EXPECT_THAT(mesh.groups({"x"}).members(1), ElementsAre(1, 3, 5, 7));
}

TEST(AxisGroups, OfNoAxesAreTheDevicesThemselves) {
  const AxisGroups groups = two_by_four().groups({});
  EXPECT_EQ(groups.count(), 8);
  EXPECT_THAT(groups.members(3), ElementsAre(3));
}

TEST(AxisGroups, DivideEveryMeshAndAgreeWithCoordinates) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 200; ++trial) {
    Shape shape(1 + random() % 4);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < shape.size(); ++i) {
      shape[i] = 1 + static_cast<std::int64_t>(random() % 4);
      names.push_back("a" + std::to_string(i));
    }
    std::vector<DeviceId> ids(static_cast<std::size_t>(element_count(shape)));
    std::iota(ids.begin(), ids.end(), 10);
    std::ranges::shuffle(ids, random);
    const Mesh mesh(create_device_mesh(shape, ids), names);

    std::vector<std::string> axes;
    std::ranges::sample(names, std::back_inserter(axes),
                        static_cast<std::ptrdiff_t>(random() % (shape.size() + 1)), random);
    std::ranges::shuffle(axes, random);
    const AxisGroups groups = mesh.groups(axes);
    ASSERT_EQ(groups.count() * groups.size(), mesh.size());
    std::vector<DeviceId> seen;
    for (std::int64_t group = 0; group < groups.count(); ++group) {
      const auto members = groups.members(group);
      for (std::size_t place = 0; place < members.size(); ++place) {
        seen.push_back(members[place]);
        ASSERT_EQ(groups.group_of(members[place]), group);
        ASSERT_EQ(groups.place_of(members[place]), static_cast<std::int64_t>(place));
        const auto first = mesh.coordinates_of(members[0]);
        const auto here = mesh.coordinates_of(members[place]);
        for (std::size_t i = 0; i < shape.size(); ++i) {
          const bool is_named = std::ranges::find(axes, names[i]) != axes.end();
          ASSERT_TRUE(is_named || here[i] == first[i])
              << "a member leaves its group along " << names[i];
        }
      }
    }
    std::ranges::sort(seen);
    std::ranges::sort(ids);
    EXPECT_EQ(seen, ids);
  }
}

} // namespace
} // namespace brigade
