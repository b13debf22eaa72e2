#include "exercises/01-opening-night/shard-interval/solution.cpp"
#include "exercises/01-opening-night/speed-up/solution.cpp"

#include <gtest/gtest.h>

namespace kitchen {
namespace {

TEST(ContractsOfOpeningNight, TenRowsOnThreeDevices) {
  const std::int64_t edges[] = {0, 3, 6, 10};
  for (std::int64_t device = 0; device < 3; ++device) {
    EXPECT_EQ(shard_interval(10, 3, device).begin, edges[device]);
    EXPECT_EQ(shard_interval(10, 3, device).end, edges[device + 1]);
  }
}

TEST(ContractsOfOpeningNight, SpeedUpAndTime) {
  EXPECT_NEAR(amdahl_speed_up(0.9, 4), 3.077, 5e-4);
  EXPECT_DOUBLE_EQ(parallel_time({100, 1}, 10), 19);
  EXPECT_EQ(one_more_rank_helps_up_to({100, 1}), 9);
  EXPECT_NEAR(implied_parallel_part(50, 64), 0.99556, 5e-6);
  EXPECT_DOUBLE_EQ(1 - 1.0 / 64, 0.984375);
}

} // namespace
} // namespace kitchen
