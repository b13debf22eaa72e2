// What a test on ranks may do wrong; run by ranks_report_test.cpp with a --gtest_filter each.
#include <gtest/gtest.h>
#include <mpi.h>

#include <csignal>
#include <stdexcept>
#include <thread>

// A crash ends the rank by its signal here too, instead of in the sanitizer's report.
extern "C" const char *__asan_default_options() { return "handle_segv=0"; }

namespace {

int rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

TEST(Story, HoldsEverywhere) { EXPECT_GE(rank(), 0); }

TEST(Story, FailsOnRankTwo) { EXPECT_NE(rank(), 2) << "two lines\nof explanation"; }

TEST(Story, FailsOnRankZeroAndOne) { EXPECT_GT(rank(), 1); }

TEST(Story, ThrowsOnRankOne) {
  if (rank() == 1)
    throw std::runtime_error("the block is empty");
  std::this_thread::sleep_for(std::chrono::minutes(10));
}

TEST(Story, WaitsForAMessageThatNobodySends) {
  int number = 0;
  MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

TEST(Story, LosesRankOne) {
  if (rank() == 1)
    raise(SIGKILL);
  std::this_thread::sleep_for(std::chrono::minutes(10));
}

TEST(Story, CrashesOnRankOne) {
  if (rank() == 1)
    raise(SIGSEGV);
  std::this_thread::sleep_for(std::chrono::minutes(10));
}

TEST(Story, AbortsWithTwo) {
  if (rank() == 0)
    MPI_Abort(MPI_COMM_WORLD, 2);
  std::this_thread::sleep_for(std::chrono::minutes(10));
}

class BrokenSuite : public ::testing::Test {
protected:
  static void SetUpTestSuite() { EXPECT_NE(rank(), 1) << "the suite has no ground"; }
};

TEST_F(BrokenSuite, IsNotItsFault) {}

} // namespace
