#include "brigade/comm/job/transport.hpp"

#include <gtest/gtest.h>

namespace brigade {
namespace {

TEST(Transport, EightRanksFitInTheSharedMemoryOfAContainerAndNineDoNot) {
  const SharedMemorySpace of_docker{64 << 20, 64 << 20};
  EXPECT_TRUE(messages_fit(of_docker, 8));
  EXPECT_FALSE(messages_fit(of_docker, 9));
}

TEST(Transport, TheLastRankFindsRoomWhereTheOthersHaveTakenTheirs) {
  EXPECT_TRUE(messages_fit({64 << 20, 10 << 20}, 8));
  EXPECT_FALSE(messages_fit({64 << 20, 1 << 20}, 8)) << "full of what others left";
}

} // namespace
} // namespace brigade
