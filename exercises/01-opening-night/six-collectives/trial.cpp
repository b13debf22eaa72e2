#include "trial/trial.hpp"

#include <gtest/gtest.h>

#include <vector>

// Measures what answers.txt predicts: what each rank holds, and (by the ledger) what it sends.
using brigade::Trial;

// [scatter]
TEST(SixCollectives, Scatter) {
  Trial trial;
  const std::vector<double> all =
      trial.rank() == 1 ? std::vector<double>(12, 0.5) : std::vector<double>();
  std::vector<double> block(3);
  MPI_Scatter(all.data(), 3, MPI_DOUBLE, block.data(), 3, MPI_DOUBLE, 1, trial.comm());
}
// [scatter]

TEST(SixCollectives, AllGather) {
  Trial trial;
  const std::vector<int> own(5, trial.rank());
  std::vector<int> all(own.size() * static_cast<std::size_t>(trial.size()), -1);
  MPI_Allgather(own.data(), 5, MPI_INT, all.data(), 5, MPI_INT, trial.comm());
  int held = 0;
  for (const int number : all)
    held += number != -1;
  trial.record("ints held", held);
}

TEST(SixCollectives, ReduceScatter) {
  Trial trial;
  const int r = trial.rank() + 1;
  const std::vector<int> own = {r, 10 * r, 100 * r, 1000 * r};
  int value = 0;
  MPI_Reduce_scatter_block(own.data(), &value, 1, MPI_INT, MPI_SUM, trial.comm());
  trial.record("value held", value);
}

TEST(SixCollectives, AllReduce) {
  Trial trial;
  const std::vector<double> own(8, 1.0 + trial.rank());
  std::vector<double> block(2), sum(8);
  MPI_Reduce_scatter_block(own.data(), block.data(), 2, MPI_DOUBLE, MPI_SUM, trial.comm());
  MPI_Allgather(block.data(), 2, MPI_DOUBLE, sum.data(), 2, MPI_DOUBLE, trial.comm());
}
