// A trial program with many stories; the tests run some of them and read what it wrote.

#include "trial/not_implemented.hpp"
#include "trial/trial.hpp"

#include <gtest/gtest.h>

using brigade::Tolerance;
using brigade::Trial;

TEST(Story, RecordsEveryKind) {
  Trial trial;
  trial.mesh({{"data", trial.size()}});
  const auto x = trial.random<float>({3, 2});
  trial.input("x", x);
  xt::xarray<float> sum = x;
  MPI_Allreduce(x.data(), sum.data(), 6, MPI_FLOAT, MPI_SUM, trial.comm());
  trial.record("sum", sum, Tolerance::sum_of(trial.size()));
  trial.record("everywhere", trial.same_everywhere<double>({4}),
               brigade::records::Placement{{8}, {0}});
  trial.record("negative", x < 0.0f);
  trial.record("mask", std::vector<bool>{true, false, true});
  trial.record("lengths", std::vector<std::size_t>{3, 5});
  trial.record("rank", trial.rank());
  trial.record("ranks", std::size_t(trial.size()));
  trial.record("is first", trial.rank() == 0);
  trial.record("mean", 0.5f);
  trial.record("words", "ready");
  trial.record("chosen", trial.choose(1000));
  trial.same_at_every_size("everywhere");
  trial.same_collectives();
  trial.work(100);
}
