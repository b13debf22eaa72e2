#include "exercise.hpp"

#include "trial/trial.hpp"

#include <gtest/gtest.h>

using brigade::Trial;

TEST(Triple, OfTheSize) {
  Trial trial;
  trial.record("tripled", kitchen::triple(trial.size()));
}

TEST(Triple, OfMore) {
  Trial trial;
  trial.record("tripled", kitchen::triple(trial.size() + 100));
}
