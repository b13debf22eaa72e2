#include "exercise.hpp"

#include "trial/trial.hpp"

#include <gtest/gtest.h>

using brigade::Trial;

TEST(Constant, DoesNotDependOnTheRanks) {
  Trial trial;
  trial.record("number", kitchen::constant(trial.comm()));
  trial.same_at_every_size("number");
}
