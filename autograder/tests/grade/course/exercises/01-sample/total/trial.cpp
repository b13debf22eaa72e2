#include "exercise.hpp"

#include "trial/trial.hpp"

#include <gtest/gtest.h>

using brigade::Trial;

TEST(Total, OnEveryRank) {
  Trial trial;
  trial.record("total", kitchen::total(10 * trial.rank() + 7, trial.comm()));
}

TEST(Total, OfAPermutedCommunicator) {
  Trial trial({.permuted = true});
  trial.record("total", kitchen::total(100 * trial.rank() + 3, trial.comm()));
}
