#include "brigade/comm/barrier.hpp"

#include "brigade/comm/point_to_point.hpp"
#include "comm/cases.hpp"

#include <chrono>
#include <gmock/gmock.h>
#include <thread>

namespace brigade::testing {
namespace {

using Clock = std::chrono::steady_clock; // one clock for all processes of a machine

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch())
      .count();
}

TEST(Barrier, LetsNobodyThroughBeforeTheLastHasCome) {
  const Group world = job().world();
  for (const Algorithm algorithm : algorithms_under_test(Collective::barrier, world))
    for (int late = 0; late < world.size(); ++late) {
      std::vector<std::int64_t> arrival{0};
      if (world.rank() == late) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        arrival[0] = now();
      }
      barrier(world, algorithm);
      const std::int64_t left = now();
      if (world.rank() == late)
        for (int other = 0; other < world.size(); ++other) {
          if (other != late)
            send(world, std::span(arrival), other);
        }
      else
        receive(world, std::span(arrival), late);
      EXPECT_LE(arrival[0], left) << "rank " << late << " was late, " << to_string(algorithm);
    }
}

TEST(Barrier, StartedIsNotDoneBeforeTheLastHasCome) {
  const Group world = job().world();
  if (world.size() == 1)
    return;
  for (const Algorithm algorithm : algorithms_under_test(Collective::barrier, world, true)) {
    std::vector<float> word(1);
    if (world.rank() == 0) {
      // The others have started; none of them can be done, since this rank has not.
      std::vector<float> early(1);
      for (int other = 1; other < world.size(); ++other) {
        receive(world, std::span(early), other);
        EXPECT_EQ(early[0], 0.0f) << "rank " << other << " by " << to_string(algorithm);
      }
      start_barrier(world, algorithm).wait();
    } else {
      Pending pending = start_barrier(world, algorithm);
      word[0] = pending.test() ? 1.0f : 0.0f;
      send(world, std::span(word), 0);
    }
  }
}

} // namespace
} // namespace brigade::testing
