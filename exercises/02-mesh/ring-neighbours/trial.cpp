#include "exercise.hpp"

#include "trial/likely_causes.hpp"
#include "trial/mesh_shapes.hpp"
#include "trial/thrown_by.hpp"
#include "trial/trial.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using brigade::shape_text;
using brigade::Trial;
using Shape = std::vector<std::int64_t>;

TEST(RingNeighbours, NeighboursAlongEachAxis) {
  Trial trial;
  for (const Shape &shape : brigade::mesh_shapes(trial.size()))
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      std::vector<std::int64_t> previous, next;
      for (std::int64_t rank = 0; rank < trial.size(); ++rank) {
        const kitchen::Neighbours both = kitchen::ring_neighbours(rank, axis, shape);
        previous.push_back(both.previous);
        next.push_back(both.next);
      }
      const std::string where = " of each rank along axis " + std::to_string(axis) + " of mesh ";
      trial.record("previous" + where + shape_text(shape), previous);
      trial.record("next" + where + shape_text(shape), next);
    }
}

void record_bytes(Trial &trial, std::int64_t elements, std::int64_t element_bytes,
                  std::int64_t places) {
  const std::string name = "bytes on each link for " + std::to_string(elements) + " elements of " +
                           std::to_string(element_bytes) + " bytes among " +
                           std::to_string(places) + " places";
  trial.record(name, kitchen::ring_link_bytes(elements, element_bytes, places));
  trial.likely_cause(name, "A ring all-reduce goes around twice, once to add and once to hand the "
                           "sums on, in N - 1 steps each; in a step a link carries one block.");
}

void record_bytes(Trial &trial, std::int64_t elements, std::int64_t element_bytes) {
  record_bytes(trial, elements, element_bytes, trial.size());
}

TEST(RingNeighbours, BytesWhereBlocksAreEqual) {
  Trial trial;
  record_bytes(trial, 5 * trial.size(), 4);
  record_bytes(trial, trial.size(), 2);
  record_bytes(trial, 12, 4, 1); // a single place sends nothing
  record_bytes(trial, (2 + trial.choose(50)) * trial.size(), 8);
}

TEST(RingNeighbours, BytesWhereBlocksDiffer) {
  Trial trial;
  record_bytes(trial, 0, 4);
  record_bytes(trial, 1, 4); // fewer elements than places: most blocks are empty
  record_bytes(trial, trial.size() - 1, 2);
  record_bytes(trial, 3 * trial.size() + 1, 4);
  record_bytes(trial, (2 + trial.choose(50)) * trial.size() + trial.size() / 2, 8);
}

TEST(RingNeighbours, MoreBytesThanAnIntCounts) {
  Trial trial;
  record_bytes(trial, 3'000'000'001, 1);
  record_bytes(trial, 700'000'003, 8);
}

TEST(RingNeighbours, WhatIsNotThereIsRefused) {
  Trial trial;
  const Shape shape{trial.size(), 3};
  const auto thrown = [&](const char *what, auto call) {
    trial.record(std::string("exception for ") + what, brigade::thrown_by(call),
                 brigade::kOtherRefusal);
  };
  thrown("rank -1", [&] { kitchen::ring_neighbours(-1, 0, shape); });
  thrown("rank |M|", [&] { kitchen::ring_neighbours(3 * trial.size(), 0, shape); });
  thrown("axis 2 of 2", [&] { kitchen::ring_neighbours(0, 2, shape); });
  thrown("the last rank and axis",
         [&] { kitchen::ring_neighbours(3 * trial.size() - 1, 1, shape); });
  thrown("-1 elements", [&] { kitchen::ring_link_bytes(-1, 4, trial.size()); });
  thrown("elements of 0 bytes", [&] { kitchen::ring_link_bytes(8, 0, trial.size()); });
  thrown("0 places", [&] { kitchen::ring_link_bytes(8, 4, 0); });
}

} // namespace
