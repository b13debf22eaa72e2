#include "exercise.hpp"

#include "trial/trial.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

using brigade::Trial;
using brigade::records::Placement;
using Matrix = xt::xtensor<double, 2>;

namespace {

int world_size() {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

/// Element (i, j) is `base` + 100·i + j: a wrong row names its source.
Matrix numbered(std::int64_t rows, std::int64_t columns, double base) {
  auto matrix =
      Matrix::from_shape({static_cast<std::size_t>(rows), static_cast<std::size_t>(columns)});
  for (std::size_t i = 0; i < matrix.shape(0); ++i)
    for (std::size_t j = 0; j < matrix.shape(1); ++j)
      matrix(i, j) = base + 100 * static_cast<double>(i) + static_cast<double>(j);
  return matrix;
}

/// Hands out a matrix that only the root has; the others hold one of another shape. Records the
/// block, where it should lie, and whether the root's matrix is as it was.
void scatter_and_record(Trial &trial, const char *name, std::int64_t rows, std::int64_t columns,
                        int root, double base) {
  const bool is_root = trial.rank() == root;
  const Matrix matrix = is_root ? numbered(rows, columns, base) : Matrix::from_shape({1, 1});
  const Matrix copy = matrix;
  const std::int64_t begin = trial.rank() * rows / trial.size();
  trial.record(name, kitchen::scatter_rows(matrix, root, trial.comm()),
               Placement{{rows, columns}, {begin, 0}});
  trial.likely_cause(name,
                     "Each rank's block comes from the root that was given, also the root's own: "
                     "MPI_IN_PLACE leaves that in the matrix alone.");
  if (is_root)
    trial.record("the root's matrix is unchanged", matrix == copy);
}

} // namespace

TEST(ScatterRows, EveryRankGetsItsRows) {
  Trial trial;
  scatter_and_record(trial, "rows", 3 * trial.size(), 4, trial.size() - 1, 1);
}

TEST(ScatterRows, BlocksOfTwoLengths) {
  Trial trial;
  const int root = static_cast<int>(trial.choose(trial.size()));
  scatter_and_record(trial, "rows", 3 * trial.size() - 1, 5, root, 2);
}

TEST(ScatterRows, FewerRowsThanRanks) {
  Trial trial;
  scatter_and_record(trial, "rows", trial.size() - 1, 3, trial.size() / 2, 3);
  scatter_and_record(trial, "no rows", 0, 2, 0, 3);
}

TEST(ScatterRows, OnlyTheRootHoldsTheWhole) {
  Trial trial;
  const std::int64_t rows = 1023, columns = 64, root = trial.size() - 1, rank = trial.rank();
  const std::int64_t own_rows =
      (rank + 1) * rows / trial.size() - rank * rows / trial.size(); // of this rank
  const std::int64_t own_bytes = own_rows * columns * 8, all_bytes = rows * columns * 8;
  const Matrix matrix =
      rank == root ? numbered(rows, columns, 4) : Matrix::from_shape({2, 1}); // not counted below
  const std::int64_t begin = rank * rows / trial.size();
  if (rank == root)
    trial.sends_at_most(all_bytes - own_bytes + 1024);
  else
    trial.allocates_at_most(2 * own_bytes + 64 * 1024);
  trial.record("rows", kitchen::scatter_rows(matrix, static_cast<int>(root), trial.comm()),
               Placement{{rows, columns}, {begin, 0}});
}

TEST(ScatterRows, TwiceOnAPartOfTheWorld) {
  Trial trial({.permuted = true, .ranks_used = std::max(1, world_size() - 1)});
  if (!trial.is_member())
    return;
  scatter_and_record(trial, "rows", 2 * trial.size() + 1, 3, trial.size() - 1, 5);
  scatter_and_record(trial, "rows of the second call", trial.size() + 2, 2, 0, 6);
}
