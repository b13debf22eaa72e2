#include "exercise.hpp"

#include "trial/trial.hpp"

#include <gtest/gtest.h>

using brigade::Trial;

TEST(Exchange, EveryRankGetsItsLeftNeighboursNumber) {
  Trial trial;
  trial.record("got", kitchen::exchange(trial.rank() + 11, trial.comm()));
}
