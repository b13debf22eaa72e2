#include "exercise.hpp"

#include "trial/likely_causes.hpp"
#include "trial/mesh_shapes.hpp"
#include "trial/thrown_by.hpp"
#include "trial/trial.hpp"

#include <gtest/gtest.h>

#include <xtensor/xtensor.hpp>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace {

using brigade::shape_text;
using brigade::Trial;
using Shape = std::vector<std::int64_t>;
using Axes = std::vector<std::size_t>;

std::string axes_text(const Axes &axes) {
  std::string text;
  for (const std::size_t axis : axes)
    text += (text.empty() ? "" : ", ") + std::to_string(axis);
  return "{" + text + "}";
}

// Row r: the group that holds rank r, marked by -1 where it is too short, and how many members it
// has. Every rank of a small mesh, of a large one each so many.
template <class Group>
void record_groups(Trial &trial, const std::string &along, const Shape &shape, std::int64_t members,
                   Group group_of) {
  const std::int64_t step = std::max<std::int64_t>(1, trial.size() / 61);
  const auto rows = static_cast<std::size_t>((trial.size() + step - 1) / step);
  const auto columns = static_cast<std::size_t>(members);
  xt::xtensor<std::int64_t, 2> table = xt::ones<std::int64_t>({rows, columns}) * -1;
  std::vector<std::int64_t> sizes;
  for (std::size_t row = 0; row < rows; ++row) {
    const Shape group = group_of(static_cast<std::int64_t>(row) * step);
    sizes.push_back(static_cast<std::int64_t>(group.size()));
    for (std::size_t place = 0; place < std::min(group.size(), columns); ++place)
      table(row, place) = group[place];
  }
  const std::string where = " along " + along + " of mesh " + shape_text(shape);
  trial.record("number of members" + where, sizes);
  trial.record("members" + where, table);
}

void record_set(Trial &trial, const Axes &axes, const Shape &shape) {
  std::int64_t members = 1;
  for (const std::size_t axis : axes)
    members *= shape[axis];
  record_groups(trial, "axes " + axes_text(axes), shape, members,
                [&](std::int64_t rank) { return kitchen::group_along_set(rank, axes, shape); });
}

TEST(AxisGroup, AlongEachAxis) {
  Trial trial;
  for (const Shape &shape : brigade::mesh_shapes(trial.size()))
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
      record_groups(trial, "axis " + std::to_string(axis), shape, shape[axis],
                    [&](std::int64_t rank) { return kitchen::group_along(rank, axis, shape); });
}

TEST(AxisGroup, AlongSetsOfAxes) {
  Trial trial;
  for (const Shape &shape : brigade::mesh_shapes(trial.size()))
    for (std::size_t first = 0; first + 1 < shape.size(); ++first)
      for (std::size_t second = first + 1; second < shape.size(); ++second)
        record_set(trial, {first, second}, shape);
}

TEST(AxisGroup, OrderOfAxesIsOrderOfMembers) {
  Trial trial;
  for (const Shape &shape : brigade::mesh_shapes(trial.size())) {
    if (shape.size() < 2)
      continue;
    record_set(trial, {shape.size() - 1, 0}, shape);
    if (shape.size() > 2)
      record_set(trial, {1, shape.size() - 1, 0}, shape);
  }
}

TEST(AxisGroup, NoAxisAndAllAxes) {
  Trial trial;
  for (const Shape &shape : brigade::mesh_shapes(trial.size(), 3)) {
    record_set(trial, {}, shape);
    Axes all(shape.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    record_set(trial, all, shape);
  }
}

TEST(AxisGroup, WhatIsNotThereIsRefused) {
  Trial trial;
  const Shape shape{trial.size(), 3};
  const auto thrown = [&](const char *what, auto call) {
    trial.record(std::string("exception for ") + what, brigade::thrown_by(call),
                 brigade::kOtherRefusal);
  };
  thrown("rank -1", [&] { kitchen::group_along(-1, 0, shape); });
  thrown("rank |M|", [&] { kitchen::group_along(3 * trial.size(), 0, shape); });
  thrown("axis 2 of 2", [&] { kitchen::group_along(0, 2, shape); });
  thrown("axis 2 of 2 in a set", [&] { kitchen::group_along_set(0, {0, 2}, shape); });
  thrown("rank |M| and no axes", [&] { kitchen::group_along_set(3 * trial.size(), {}, shape); });
  thrown("axis 1 twice in a set", [&] { kitchen::group_along_set(0, {1, 0, 1}, shape); });
  thrown("the last axis", [&] { kitchen::group_along(0, 1, shape); });
}

} // namespace
