#include "exercise.hpp"

#include "trial/trial.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

using brigade::Tolerance;
using brigade::Trial;
using Vector = xt::xtensor<double, 1>;

namespace {

int world_size() {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

/// A piece whose mean is far from that of every other rank's.
Vector piece(Trial &trial, std::int64_t length) {
  const double low = 10.0 * (trial.rank() + 1) * (trial.rank() + 1);
  return trial.random<double>({static_cast<std::size_t>(length)}, low, low + 5);
}

void mean_and_record(Trial &trial, const char *name, const Vector &shard) {
  trial.input("shard", shard);
  trial.record(name, kitchen::global_mean(shard, trial.comm()),
               Tolerance::sum_of(64 * trial.size()));
  trial.likely_cause(name,
                     "The mean is the sum of all elements of all ranks divided by their number: "
                     "reduce both over comm, and divide once. Of nothing it is what the "
                     "contract says.");
}

} // namespace

TEST(GlobalMean, ShardsOfManyLengths) {
  Trial trial;
  mean_and_record(trial, "mean", piece(trial, 1 + 3 * ((trial.rank() + 2) % trial.size())));
}

TEST(GlobalMean, SomeShardsAreEmpty) {
  Trial trial;
  const bool is_empty = trial.rank() % 2 == 0 && trial.size() > 1;
  mean_and_record(trial, "mean", piece(trial, is_empty ? 0 : 2 + trial.rank()));
}

TEST(GlobalMean, NobodyHasAnything) {
  Trial trial;
  mean_and_record(trial, "mean of nothing", piece(trial, 0));
}

TEST(GlobalMean, AtMostTwoAllReduces) {
  Trial trial;
  trial.calls_at_most("MPI_Allreduce", 2);
  trial.sends_at_most(256);
  mean_and_record(trial, "mean", piece(trial, 40 + trial.rank()));
}

TEST(GlobalMean, TwiceOnAPartOfTheWorld) {
  Trial trial({.permuted = true, .ranks_used = std::max(1, world_size() - 1)});
  if (!trial.is_member())
    return;
  mean_and_record(trial, "mean", piece(trial, 2 * trial.rank() + 1));
  mean_and_record(trial, "mean of the second call", piece(trial, trial.rank()));
}
