#include "exercise.hpp"

#include "trial/likely_causes.hpp"
#include "trial/mesh_shapes.hpp"
#include "trial/thrown_by.hpp"
#include "trial/trial.hpp"

#include <gtest/gtest.h>

#include <xtensor/xadapt.hpp>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace {

using brigade::shape_text;
using brigade::Trial;
using Shape = std::vector<std::int64_t>;

// What judge.cpp judges: the case as three inputs, and the order. The names pair them.
void record_order(Trial &trial, int number, const Shape &shape,
                  const std::vector<std::int64_t> &node_of, std::size_t talks_most) {
  const std::string name = std::to_string(number);
  trial.input("shape " + name, xt::adapt(shape, {shape.size()}));
  trial.input("node_of " + name, xt::adapt(node_of, {node_of.size()}));
  trial.input("talks_most " + name,
              xt::xtensor<std::int64_t, 1>{static_cast<std::int64_t>(talks_most)});
  trial.record("order " + name, kitchen::device_order(shape, node_of, talks_most));
}

// So many devices on each node, dealt out so that neighbours in number are rarely on one node.
// Nodes are named by numbers that are neither small nor sorted.
std::vector<std::int64_t> dealt(std::vector<std::int64_t> left, std::int64_t seed) {
  const auto nodes = static_cast<std::int64_t>(left.size());
  std::vector<std::int64_t> node_of;
  for (std::int64_t devices = std::reduce(left.begin(), left.end()), node = 0; devices > 0;
       --devices) {
    node = (node + 1 + (seed + devices) % 3) % nodes;
    while (left[static_cast<std::size_t>(node)] == 0)
      node = (node + 1) % nodes;
    --left[static_cast<std::size_t>(node)];
    node_of.push_back(node * 37 % 1009 + 5);
  }
  return node_of;
}

// Nodes of which each holds one whole group of d and, one with another, remainders: 1 device, then
// nodes of d, then d - 1. Filling places node by node leaves no group whole.
std::vector<std::int64_t> uneven(std::int64_t devices, std::int64_t d) {
  std::vector<std::int64_t> on{1};
  for (std::int64_t left = devices - 1; left > 0; left -= on.back())
    on.push_back(std::min(d, left));
  return on;
}

// Nodes of d + 1 as long as there are devices.
std::vector<std::int64_t> one_too_many(std::int64_t devices, std::int64_t d) {
  std::vector<std::int64_t> on;
  for (std::int64_t left = devices; left > 0; left -= on.back())
    on.push_back(std::min(d + 1, left));
  return on;
}

TEST(DeviceOrder, NodesOfEqualSize) {
  Trial trial;
  int number = 0;
  for (const Shape &shape : brigade::mesh_shapes(trial.size(), 3)) {
    const std::int64_t d = shape.back();
    const std::vector<std::int64_t> nodes(static_cast<std::size_t>(trial.size() / d), d);
    record_order(trial, ++number, shape, dealt(nodes, trial.choose(5)), shape.size() - 1);
  }
}

TEST(DeviceOrder, UnevenNodes) {
  Trial trial;
  int number = 0;
  for (const Shape &shape : brigade::mesh_shapes(trial.size(), 3))
    for (const auto &nodes :
         {uneven(trial.size(), shape.back()), one_too_many(trial.size(), shape.back())})
      record_order(trial, ++number, shape, dealt(nodes, trial.choose(5)), shape.size() - 1);
}

TEST(DeviceOrder, AnyAxisMayTalkMost) {
  Trial trial;
  int number = 0;
  for (const Shape &shape : brigade::mesh_shapes(trial.size()))
    for (std::size_t axis = 0; axis + 1 < shape.size(); ++axis)
      record_order(trial, ++number, shape,
                   dealt(uneven(trial.size(), shape[axis]), trial.choose(5)), axis);
}

TEST(DeviceOrder, NodesTooSmallForAGroup) {
  Trial trial;
  const Shape shape{1, trial.size()};
  const std::vector<std::int64_t> alone(static_cast<std::size_t>(trial.size()), 1);
  record_order(trial, 1, shape, dealt(alone, 1), 1);
  record_order(trial, 2, shape, dealt(uneven(trial.size(), 2), 1), 1);
  record_order(trial, 3, {trial.size(), 1}, dealt(alone, 2), 1);
}

TEST(DeviceOrder, WhatDoesNotFitIsRefused) {
  Trial trial;
  const auto thrown = [&](const char *what, const Shape &shape, std::size_t devices,
                          std::size_t axis) {
    trial.record(std::string("exception for ") + what, brigade::thrown_by([&] {
                   kitchen::device_order(shape, std::vector<std::int64_t>(devices, 1), axis);
                 }),
                 brigade::kOtherRefusal);
  };
  const auto devices = static_cast<std::size_t>(trial.size());
  thrown("one device too few", {trial.size(), 1}, devices - 1, 0);
  thrown("one device too many", {trial.size(), 1}, devices + 1, 0);
  thrown("axis 2 of 2", {trial.size(), 1}, devices, 2);
  thrown("the last axis", {trial.size(), 1}, devices, 1);
}

} // namespace
