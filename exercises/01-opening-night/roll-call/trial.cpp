#include "exercise.hpp"

#include "trial/trial.hpp"

#include <gtest/gtest.h>

#include <algorithm>

using brigade::Trial;

namespace {

/// Another badge on every rank; in no order that a loop over the ranks would give, and of more than
/// one never in that of their values.
int badge_of(int rank, int base) { return base + 100 * ((6 * rank + 5) % 11) + rank; }

int world_size() {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

} // namespace

TEST(RollCall, EveryRankKnowsEveryBadge) {
  Trial trial;
  const int base = 10 + static_cast<int>(trial.choose(80));
  trial.record("badges", kitchen::roll_call(badge_of(trial.rank(), base), trial.comm()));
  trial.likely_cause("badges", "badges[r] is what rank r was given, not r itself, and there is one "
                               "for each rank of comm: reserve() alone makes none.");
  trial.record("badges of the second call",
               kitchen::roll_call(-badge_of(trial.rank(), base), trial.comm()));
}

// Before the next, since a call on another communicator hangs here and says so, and there gives
// numbers that look as if the order alone were wrong.
TEST(RollCall, OnlyTheRanksOfTheCommunicatorAnswer) {
  Trial trial({.permuted = true, .ranks_used = std::max(1, world_size() - 1)});
  if (trial.is_member())
    trial.record("badges", kitchen::roll_call(badge_of(trial.rank(), 300), trial.comm()));
}

TEST(RollCall, InTheOrderOfTheCommunicator) {
  Trial trial({.permuted = true});
  trial.record("badges", kitchen::roll_call(badge_of(trial.rank(), 7000), trial.comm()));
}
