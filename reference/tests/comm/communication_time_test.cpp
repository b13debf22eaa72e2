#include "brigade/comm/communication_time.hpp"

#include "brigade/comm/all_reduce.hpp"
#include "brigade/tracer/ledger.hpp"
#include "ranks/runtime.hpp"

#include <gtest/gtest.h>

#include <span>
#include <vector>

namespace brigade {
namespace {

// Sums a few megabytes over all ranks, twice: at once, and started and waited for.
void communicate() {
  std::vector<float> values(1 << 20, 1);
  all_reduce(testing::runtime().world(), std::span<float>(values));
  start_all_reduce(testing::runtime().world(), std::span<float>(values)).wait();
}

TEST(CommunicationTime, CountsWhileTheLedgerIsOn) {
  const double before = communication_processor_seconds();
  communicate();
  EXPECT_EQ(communication_processor_seconds(), before);
  Ledger::instance().set_on(true);
  const double started = processor_seconds();
  communicate();
  const double all = processor_seconds() - started;
  Ledger::instance().set_on(false);
  Ledger::instance().clear();
  const double counted = communication_processor_seconds() - before;
  if (testing::runtime().device_count() > 1) {
    EXPECT_GT(counted, 0);
  }
  EXPECT_LE(counted, all);
}

TEST(CommunicationTime, CountsOneInsideOfAnotherOnce) {
  Ledger::instance().set_on(true);
  const double before = communication_processor_seconds(), started = processor_seconds();
  {
    const CommunicationTime outer;
    const CommunicationTime inner;
    while (processor_seconds() < started + 0.002) {
    }
  }
  const double all = processor_seconds() - started;
  Ledger::instance().set_on(false);
  const double counted = communication_processor_seconds() - before;
  EXPECT_GE(counted, 0.0019);
  EXPECT_LE(counted, all);
}

} // namespace
} // namespace brigade
