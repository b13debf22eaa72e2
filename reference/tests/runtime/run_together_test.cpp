#include "brigade/runtime/run_together.hpp"

#include "brigade/core/error.hpp"
#include "ranks/runtime.hpp"

#include <gmock/gmock.h>

#include <string>

namespace brigade {
namespace {

using ::testing::StrEq;
using ::testing::ThrowsMessage;

TEST(Together, ReturnsWhereNobodyFailed) {
  int calls = 0;
  run_together(testing::runtime().world(), [&] { ++calls; });
  EXPECT_EQ(calls, 1);
}

TEST(Together, AllThrowTheErrorOfTheLowestRankThatFailed) {
  Runtime &runtime = testing::runtime();
  const int lowest = runtime.device_count() / 2;
  EXPECT_THAT(
      [&] {
        run_together(runtime.world(), [&] {
          if (runtime.rank() >= lowest)
            throw InputError("rank " + std::to_string(runtime.rank()) + " cannot read \xc3\xa4");
        });
      },
      ThrowsMessage<InputError>(StrEq("rank " + std::to_string(lowest) + " cannot read \xc3\xa4")));
}

TEST(Together, KeepsTheKindAndItsExitStatus) {
  Runtime &runtime = testing::runtime();
  try {
    run_together(runtime.world(), [&] {
      if (runtime.rank() == runtime.device_count() - 1)
        throw MachineError("the disk is full");
    });
    FAIL() << "nothing was thrown";
  } catch (const MachineError &error) {
    EXPECT_EQ(error.exit_status(), 3);
  }
}

} // namespace
} // namespace brigade
