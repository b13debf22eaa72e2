#include "brigade/sharding/tensor_sharding.hpp"

#include "brigade/core/error.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace brigade {
namespace {

const Mesh &mesh() {
  static const Mesh three(create_device_mesh({4, 2, 2}), {"x", "y", "z"});
  return three;
}

struct Row {
  TensorSharding sharding;
  const char *text;
};

TEST(TensorSharding, IsPrintedAsTheTextFormHasIt) {
  const std::vector<Row> rows{
      {{}, "[]"},
      {replicated_sharding(2), "[-, -]"},
      {open_sharding(2), "[?, ?]"},
      {{.dimensions = {{.axes = {"x"}}, {}}}, "[x, -]"},
      {{.dimensions = {{.axes = {"x", "y"}}, {.open = true}}}, "[(x, y), ?]"},
      {{.dimensions = {{.axes = {"x"}, .open = true}, {.axes = {"y"}, .priority = 1}}},
       "[(x, ?), y p1]"},
      {{.dimensions = {{.open = true, .priority = 0}, {.priority = 12}}}, "[? p0, - p12]"},
      {{.dimensions = {{.axes = {"x", "y"}, .open = true, .priority = 2}}}, "[(x, y, ?) p2]"},
      {{.dimensions = {{}, {}}, .unreduced = {"y"}}, "[-, -] {unreduced y}"},
      {{.dimensions = {{.axes = {"x"}}}, .unreduced = {"y", "z"}, .reduction = ReduceOp::max},
       "[x] {unreduced(max) y, z}"},
      {{.unreduced = {"x"}, .reduction = ReduceOp::min}, "[] {unreduced(min) x}"},
  };
  for (const Row &row : rows)
    EXPECT_EQ(to_string(row.sharding), row.text);
}

TEST(TensorSharding, ComesFromAPartitionSpecAndBack) {
  const PartitionSpec spec = P(axes("x", "y"), nullptr, unconstrained);
  EXPECT_EQ(to_string(tensor_sharding(spec, 4)), "[(x, y), -, ?, -]");
  EXPECT_EQ(to_string(partition_spec(tensor_sharding(spec, 4))), "[(x, y), -, ?, -]");
}

std::string error_of(const std::function<void()> &call) {
  try {
    call();
  } catch (const InputError &error) {
    return error.what();
  }
  return "no error";
}

TEST(TensorSharding, ComesFromNoSpecWithMoreEntries) {
  EXPECT_EQ(error_of([] { tensor_sharding(P("x", nullptr), 1, "w1"); }),
            "the sharding [x, -] of w1 has 2 entries, but w1 has 1 dimension: leave out 1 of them");
}

TEST(TensorSharding, IsNoArraysWhereItIsUnreduced) {
  EXPECT_EQ(error_of([] { partition_spec({.dimensions = {{}}, .unreduced = {"x"}}); }),
            "an array cannot lie as [-] {unreduced x}: its blocks would be partial results; reduce "
            "it, or leave {unreduced …} out");
}

TEST(TensorSharding, HasItsUnreducedAxesInTheMeshsOrder) {
  TensorSharding sharding{.dimensions = {{.axes = {"y"}}}, .unreduced = {"z", "x"}};
  check_and_normalise(sharding, mesh(), 1, "a");
  EXPECT_EQ(to_string(sharding), "[y] {unreduced x, z}");
}

TEST(TensorSharding, IsASumWhereNothingIsUnreduced) {
  TensorSharding sharding{.dimensions = {{}}, .reduction = ReduceOp::max};
  check_and_normalise(sharding, mesh(), 1, "a");
  EXPECT_EQ(sharding, replicated_sharding(1));
}

TEST(TensorSharding, IsCheckedAgainstTheMeshAndTheValue) {
  const std::vector<Row> rows{
      {replicated_sharding(1),
       "the sharding [-] of a has 1 entry, but a has 2 dimensions: give one entry for each"},
      {{.dimensions = {{.axes = {"w"}}, {}}},
       "the sharding [w, -] of a names axis 'w', which the mesh {x: 4, y: 2, z: 2} does not have: "
       "its axes are x, y, z"},
      {{.dimensions = {{.axes = {"x"}}, {.axes = {"x"}}}},
       "the sharding [x, x] of a names axis 'x' twice: an axis may cut one dimension, or be "
       "unreduced"},
      {{.dimensions = {{.axes = {"x", "y", "x"}}, {}}},
       "the sharding [(x, y, x), -] of a names axis 'x' twice: an axis may cut one dimension, or "
       "be "
       "unreduced"},
      {{.dimensions = {{.axes = {"x"}}, {}}, .unreduced = {"x"}},
       "the sharding [x, -] {unreduced x} of a names axis 'x' twice: an axis may cut one "
       "dimension, "
       "or be unreduced"},
      {{.dimensions = {{}, {}}, .unreduced = {"w"}},
       "the sharding [-, -] {unreduced w} of a names axis 'w', which the mesh {x: 4, y: 2, z: 2} "
       "does not have: its axes are x, y, z"},
      {{.dimensions = {{}, {}}, .unreduced = {"x"}, .reduction = ReduceOp::mean},
       "the sharding [-, -] {unreduced(mean) x} of a is unreduced by a mean: sum, max and min can "
       "be left unreduced"},
      {{.dimensions = {{.priority = -1}, {}}},
       "the sharding [- p-1, -] of a has the priority p-1: priorities are p0, p1, …"},
  };
  for (const Row &row : rows) {
    TensorSharding sharding = row.sharding;
    EXPECT_EQ(error_of([&] { check_and_normalise(sharding, mesh(), 2, "a"); }), row.text);
  }
}

} // namespace
} // namespace brigade
