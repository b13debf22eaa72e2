#pragma once

#include <gtest/gtest.h>

namespace brigade::harness {

/// Tells the records of what GoogleTest does: where a TEST begins and ends, which of its checks
/// failed, and what it threw. Walks over the mesh sizes of a pure exercise, one an iteration.
class RecordingListener : public ::testing::EmptyTestEventListener {
public:
  void OnTestIterationStart(const ::testing::UnitTest &tests, int iteration) override;
  void OnTestStart(const ::testing::TestInfo &test) override;
  void OnTestPartResult(const ::testing::TestPartResult &result) override;
  void OnTestEnd(const ::testing::TestInfo &test) override;

private:
  static constexpr int kMaxFailures = 20; ///< of one TEST; a check may stand in a loop
  int failures_ = 0;
};

} // namespace brigade::harness
