#include "exercise.hpp"

#include "trial/trial.hpp"

#include <gtest/gtest.h>

using brigade::Trial;

TEST(Checkpoint, Save) {
  Trial trial;
  kitchen::save(trial.rank() + 5, (trial.shared_folder() / "sum").string(), trial.comm());
  trial.record("saved", true);
}

TEST(Checkpoint, Load) {
  Trial trial;
  trial.record("sum", kitchen::load((trial.shared_folder() / "sum").string()));
}
