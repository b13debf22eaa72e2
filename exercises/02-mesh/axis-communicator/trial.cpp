#include "exercise.hpp"

#include "trial/likely_causes.hpp"
#include "trial/mesh_shapes.hpp"
#include "trial/thrown_by.hpp"
#include "trial/trial.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace {

using brigade::shape_text;
using brigade::Trial;
using kitchen::AxisCommunicator;
using Shape = std::vector<std::int64_t>;

// A split of 8 ranks on 2 cores takes a while, so each TEST tries few meshes: the last of those
// with so many axes. On 8 ranks that is [2, 4] and [1, 4, 2], on 6 ranks [2, 3].
Shape mesh_of(int ranks, std::size_t axes) { return brigade::mesh_shapes(ranks, axes).back(); }

std::string name_of(const char *what, std::size_t axis, const Shape &shape) {
  return std::string(what) + " along axis " + std::to_string(axis) + " of mesh " +
         shape_text(shape);
}

// Ranks in the trial's communicator of the members, in the order of their ranks in `group`.
std::vector<std::int64_t> members(MPI_Comm group, int own) {
  int size = 0;
  MPI_Comm_size(group, &size);
  std::vector<int> ranks(static_cast<std::size_t>(size), -1);
  MPI_Allgather(&own, 1, MPI_INT, ranks.data(), 1, MPI_INT, group);
  return {ranks.begin(), ranks.end()};
}

// The members along every axis, while the communicators of all axes are alive.
void record_all_axes(Trial &trial, const Shape &shape) {
  std::vector<std::unique_ptr<AxisCommunicator>> axes;
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    axes.push_back(std::make_unique<AxisCommunicator>(trial.comm(), shape, axis));
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    ASSERT_NE(axes[axis]->get(), MPI_COMM_NULL) << name_of("the communicator", axis, shape);
    trial.record(name_of("members", axis, shape), members(axes[axis]->get(), trial.rank()));
  }
}

TEST(AxisCommunicator, MembersStandInAxisOrder) {
  Trial trial;
  record_all_axes(trial, mesh_of(trial.size(), 2));
  record_all_axes(trial, mesh_of(trial.size(), 3));
}

TEST(AxisCommunicator, OfAPermutedParent) {
  Trial trial({.permuted = true, .ranks_used = std::nullopt});
  record_all_axes(trial, mesh_of(trial.size(), 2));
}

TEST(AxisCommunicator, OfAPartOfTheWorld) {
  int world = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &world);
  const int used = world < 3 ? world : world < 5 ? 2 : world - 2;
  Trial trial({.permuted = true, .ranks_used = used});
  if (trial.is_member())
    record_all_axes(trial, mesh_of(trial.size(), 2));
}

// A mark on a communicator: MPI calls `count_free` when the communicator is freed.
int count_free(MPI_Comm, int, void *count, void *) {
  ++*static_cast<std::int64_t *>(count);
  return MPI_SUCCESS;
}

TEST(AxisCommunicator, ItIsFreedOnceAndAlone) {
  Trial trial;
  int mark = MPI_KEYVAL_INVALID;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, &count_free, &mark, nullptr);
  const Shape shape = mesh_of(trial.size(), 2);
  MPI_Comm parent = trial.comm();
  std::int64_t freed = 0, parent_freed = 0;
  MPI_Comm_set_attr(parent, mark, &parent_freed);
  {
    const AxisCommunicator first(parent, shape, 0);
    ASSERT_NE(first.get(), MPI_COMM_NULL) << "the communicator along axis 0";
    MPI_Comm_set_attr(first.get(), mark, &freed);
    {
      const AxisCommunicator second(parent, shape, 0);
      trial.record("members of a second one", members(second.get(), trial.rank()));
    }
    trial.record("its communicator is there as long as it lives", freed == 0,
                 "It is freed by the destructor, not before.");
    trial.record("members of the first one", members(first.get(), trial.rank()));
  }
  trial.record("its end frees its communicator", freed > 0,
               "What the constructor makes, the destructor frees, by MPI_Comm_free.");
  trial.record("no communicator is freed twice", freed <= 1,
               "Two objects hold one handle, and each frees it: every object makes its own.");
  trial.record("the parent is not freed", parent_freed == 0,
               "It belongs to the caller: a function frees what it has made itself.");
  MPI_Comm_delete_attr(parent, mark);
  MPI_Comm_free_keyval(&mark);
}

TEST(AxisCommunicator, WhatDoesNotFitIsRefused) {
  Trial trial;
  const auto thrown = [&](const char *what, const Shape &shape, std::size_t axis) {
    trial.record(std::string("exception for ") + what, brigade::thrown_by([&] {
                   const AxisCommunicator communicator(trial.comm(), shape, axis);
                 }),
                 brigade::kOtherRefusal);
  };
  const std::int64_t ranks = trial.size();
  thrown("a mesh with more places than ranks", {ranks, 2}, 0);
  thrown("a mesh with one place too many", {1, ranks + 1}, 1);
  thrown("axis 2 of 2", {1, ranks}, 2);
  thrown("the last axis", {1, ranks}, 1);
  int sum = 0, one = 1;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, trial.comm());
  trial.record("ranks that the mesh still joins afterwards", sum);
}

} // namespace
