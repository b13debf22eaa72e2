#include "exercise.hpp"

#include "trial/likely_causes.hpp"
#include "trial/mesh_shapes.hpp"
#include "trial/thrown_by.hpp"
#include "trial/trial.hpp"

#include <gtest/gtest.h>

#include <xtensor/xtensor.hpp>

#include <numeric>
#include <string>
#include <vector>

namespace {

using brigade::shape_text;
using brigade::Trial;
using Shape = std::vector<std::int64_t>;
using Table = xt::xtensor<std::int64_t, 2>;

std::int64_t devices_of(const Shape &shape) {
  return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>{});
}

// Row r of the table: coordinates of rank r, marked by -1 where there are too few; and how many
// they are.
void record_all_coordinates(Trial &trial, const Shape &shape) {
  const auto devices = static_cast<std::size_t>(devices_of(shape));
  Table table = xt::ones<std::int64_t>({devices, shape.size()}) * -1;
  std::vector<std::int64_t> counts;
  for (std::size_t rank = 0; rank < devices; ++rank) {
    const Shape coordinates = kitchen::coordinates_of(static_cast<std::int64_t>(rank), shape);
    counts.push_back(static_cast<std::int64_t>(coordinates.size()));
    for (std::size_t axis = 0; axis < std::min(coordinates.size(), shape.size()); ++axis)
      table(rank, axis) = coordinates[axis];
  }
  trial.record("number of coordinates of each rank in mesh " + shape_text(shape), counts);
  const std::string name = "coordinates of each rank in mesh " + shape_text(shape);
  trial.record(name, table);
  trial.likely_cause(name, "The stride of an axis is the product of the sizes of all axes behind "
                           "it; of each whole turn of an axis the next one takes the remainder.");
}

// Every coordinate tuple in an order of its own: the last axis backwards, so that counting up is
// not enough.
std::vector<std::int64_t> all_ranks(const Shape &shape) {
  std::vector<std::int64_t> ranks;
  Shape coordinates(shape.size(), 0);
  for (std::int64_t turn = devices_of(shape); turn > 0; --turn) {
    Shape asked = coordinates;
    asked.back() = shape.back() - 1 - asked.back();
    ranks.push_back(kitchen::rank_of(asked, shape));
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      if (++coordinates[axis] < shape[axis])
        break;
      coordinates[axis] = 0;
    }
  }
  return ranks;
}

TEST(Coordinates, CoordinatesOfEveryRank) {
  Trial trial;
  for (const Shape &shape : brigade::mesh_shapes(trial.size()))
    record_all_coordinates(trial, shape);
}

TEST(Coordinates, RankOfAllCoordinates) {
  Trial trial;
  for (const Shape &shape : brigade::mesh_shapes(trial.size()))
    trial.record("ranks in mesh " + shape_text(shape) + ", last axis backwards", all_ranks(shape));
}

TEST(Coordinates, AxesOfSizeOne) {
  Trial trial;
  for (const Shape &shape : {Shape{1, trial.size()}, Shape{trial.size(), 1},
                             Shape{1, 1, trial.size(), 1}, Shape{1, 1, 1}}) {
    record_all_coordinates(trial, shape);
    trial.record("ranks in mesh " + shape_text(shape) + ", last axis backwards", all_ranks(shape));
  }
  trial.record("coordinates in the mesh without axes", kitchen::coordinates_of(0, {}));
  trial.record("rank in the mesh without axes", kitchen::rank_of({}, {}));
}

TEST(Coordinates, MoreDevicesThanAnIntCounts) {
  Trial trial;
  const Shape shape{trial.size(), 70000, 1,
                    65537}; // 4 587 590 000 devices for each of the first axis
  const std::int64_t devices = devices_of(shape);
  for (const std::int64_t rank :
       {devices - 1, devices / 2 + 1, std::int64_t{2147483648}, std::int64_t{4294967296}})
    trial.record("coordinates of rank " + std::to_string(rank) + " in mesh " + shape_text(shape),
                 kitchen::coordinates_of(rank, shape));
  trial.record("rank of the last device",
               kitchen::rank_of({trial.size() - 1, 69999, 0, 65536}, shape));
}

TEST(Coordinates, WhatIsNotThereIsRefused) {
  Trial trial;
  const Shape shape{trial.size(), 3};
  const auto thrown = [&](const char *what, auto call) {
    trial.record(std::string("exception for ") + what, brigade::thrown_by(call),
                 brigade::kOtherRefusal);
  };
  thrown("rank -1", [&] { kitchen::coordinates_of(-1, shape); });
  thrown("rank |M|", [&] { kitchen::coordinates_of(3 * trial.size(), shape); });
  thrown("rank |M| - 1", [&] { kitchen::coordinates_of(3 * trial.size() - 1, shape); });
  thrown("a size of 0", [&] { kitchen::coordinates_of(0, {trial.size(), 0}); });
  thrown("two sizes of -2", [&] { kitchen::coordinates_of(0, {-2, -2}); });
  thrown("a coordinate of -1", [&] { kitchen::rank_of({0, -1}, shape); });
  thrown("a last coordinate that is the axis's size", [&] { kitchen::rank_of({0, 3}, shape); });
  thrown("a first coordinate that is the axis's size", [&] {
    kitchen::rank_of({trial.size(), 0}, shape);
  });
  thrown("one coordinate for two axes", [&] { kitchen::rank_of({0}, shape); });
  thrown("three coordinates for two axes", [&] { kitchen::rank_of({0, 0, 0}, shape); });
  thrown("a size of 0 on the way back", [&] { kitchen::rank_of({0, 0}, {0, 3}); });
}

} // namespace
