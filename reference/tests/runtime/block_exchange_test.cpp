#include "brigade/runtime/reshard/block_exchange.hpp"

#include "brigade/sharding/block.hpp"
#include "shardings.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace brigade {
namespace {

/// What is wrong with a plan; empty if nothing is.
std::string fault_of(const std::vector<Transfer> &plan, const Shape &shape,
                     const NamedSharding &from, const NamedSharding &to) {
  std::set<std::pair<DeviceId, DeviceId>> pairs;
  std::map<DeviceId, std::map<std::int64_t, int>> arrivals; // device -> value -> times
  for (const Transfer &transfer : plan) {
    if (!pairs.insert({transfer.from, transfer.to}).second)
      return "two transfers between the same devices";
    const Slices held = from.slices_of(shape, transfer.from);
    if (intersection(transfer.part, held) != transfer.part)
      return "a device sends what it does not hold";
    for (std::int64_t value : testing::values_in(shape, transfer.part)) {
      ++arrivals[transfer.to][value];
      const std::vector<std::int64_t> kept =
          testing::values_in(shape, from.slices_of(shape, transfer.to));
      if (transfer.from != transfer.to && std::ranges::find(kept, value) != kept.end())
        return "a device receives what it holds already";
    }
  }
  for (const auto &[device, block] : to.index_map(shape)) {
    std::map<std::int64_t, int> wanted;
    for (std::int64_t value : testing::values_in(shape, block))
      wanted[value] = 1;
    if (arrivals[device] != wanted)
      return "a device does not get each element of its new block once";
  }
  return "";
}

void expect_plans_hold(const std::vector<NamedSharding> &shardings, const Shape &shape,
                       std::size_t step = 1) {
  const std::vector<int> one_node(static_cast<std::size_t>(shardings.front().mesh().size()), 0);
  std::size_t pair = 0;
  for (const NamedSharding &from : shardings)
    for (const NamedSharding &to : shardings) {
      if (pair++ % step != 0)
        continue;
      EXPECT_EQ(fault_of(plan_block_exchange(shape, from, to, one_node), shape, from, to), "")
          << to_string(from) << " to " << to_string(to) << " of " << to_string(shape);
    }
}

TEST(BlockExchange, GivesEveryDeviceEachElementThatItLacksOnce) {
  std::vector<Mesh> meshes = testing::meshes_of_one_axis(6);
  std::ranges::copy(testing::meshes_of_two_axes(6), std::back_inserter(meshes));
  expect_plans_hold(testing::all_shardings(meshes, 1), {13});
  expect_plans_hold(testing::all_shardings(meshes, 2), {5, 4});
}

TEST(BlockExchange, HoldsOnThreeAxes) {
  // Every 7th of the 106² pairs; 7 and 106 share no factor, so each sharding comes up as source and
  // as target.
  expect_plans_hold(testing::all_shardings({testing::mesh_of_three_axes()}, 3), {3, 4, 2}, 7);
}

TEST(BlockExchange, MovesNothingWhereEveryBlockIsCutFurther) {
  const Mesh mesh(DeviceGrid({2, 4}), {"x", "y"});
  const std::vector<int> one_node(8, 0);
  for (const Transfer &transfer : plan_block_exchange(
           {16, 3}, NamedSharding(mesh, P("x")), NamedSharding(mesh, P(axes("x", "y"))), one_node))
    EXPECT_EQ(transfer.from, transfer.to);
}

TEST(BlockExchange, SpreadsTheWorkOverTheHolders) {
  // Each of two halves has four holders and four devices that lack it: nobody sends more than one
  // half.
  const Mesh mesh(DeviceGrid({2, 4}), {"x", "y"});
  const std::vector<int> one_node(8, 0);
  std::map<DeviceId, int> sent;
  for (const Transfer &transfer :
       plan_block_exchange({16}, NamedSharding(mesh, P("x")), NamedSharding(mesh, P()), one_node))
    sent[transfer.from] += transfer.from != transfer.to;
  for (DeviceId device = 0; device < 8; ++device)
    EXPECT_EQ(sent[device], 1) << "device " << device;
}

TEST(BlockExchange, StaysInsideTheNodeWhereItCan) {
  const Mesh mesh(DeviceGrid({2, 4}), {"node", "local"});
  const std::vector<int> nodes{0, 0, 0, 0, 1, 1, 1, 1};
  for (const Transfer &transfer :
       plan_block_exchange({16}, NamedSharding(mesh, P("local")), NamedSharding(mesh, P()), nodes))
    EXPECT_EQ(transfer.from / 4, transfer.to / 4) << transfer.from << " to " << transfer.to;
}

TEST(BlockExchange, AnArrayWithoutElementsNeedsNothing) {
  const Mesh mesh(DeviceGrid({4}), {"x"});
  EXPECT_TRUE(plan_block_exchange({0, 5}, NamedSharding(mesh, P("x")),
                                  NamedSharding(mesh, P(nullptr, "x")), std::vector<int>(4, 0))
                  .empty());
}

} // namespace
} // namespace brigade
