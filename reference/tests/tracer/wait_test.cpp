#include "brigade/tracer/node.hpp"
#include "brigade/tracer/wait.hpp"

#include "tracer_scopes.hpp"

#include <algorithm>
#include <chrono>
#include <gtest/gtest.h>
#include <numeric>
#include <thread>
#include <time.h>
#include <vector>

namespace brigade {
namespace {

using namespace std::chrono_literals;

int world_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int world_size() {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

double seconds_of_processor() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Some 30 ms of arithmetic, several turns of the scheduler, that the compiler cannot leave out.
/// @return seconds that it took.
double compute() {
  const double start = seconds_now();
  volatile double sum = 0;
  for (int i = 0; i < 12'000'000; ++i)
    sum = sum + 1e-9;
  return seconds_now() - start;
}

TEST(WaitPolicy, RanksSpinOnlyWhereEachHasACore) {
  EXPECT_EQ(suitable_wait_policy(2, 2), WaitPolicy::spin);
  EXPECT_EQ(suitable_wait_policy(1, 8), WaitPolicy::spin);
  EXPECT_EQ(suitable_wait_policy(3, 2), WaitPolicy::polite);
}

TEST(WaitPolicy, TheLauncherTellsHowManyRanksAreOnThisNode) {
  // All ranks of a test run on one node.
  EXPECT_EQ(launched_ranks_on_this_node(), world_size());
  EXPECT_GE(usable_cores(), 1);
}

TEST(Wait, APoliteWaitLeavesTheProcessorToOthers) {
  PolicyScope polite(WaitPolicy::polite);
  const double before = seconds_of_processor(), start = seconds_now();
  Backoff backoff;
  while (seconds_now() - start < 0.2)
    backoff.pause();
  // At most 200 yields, then sleeps: a few percent of a core. Spinning, it would be all of it.
  EXPECT_LT(seconds_of_processor() - before, 0.1);
}

TEST(Wait, CompletesARequestAndGivesItsStatus) {
  for (const WaitPolicy policy : {WaitPolicy::spin, WaitPolicy::polite}) {
    PolicyScope scope(policy);
    const int rank = world_rank(), size = world_size();
    const int to = (rank + 1) % size, from = (rank + size - 1) % size;
    int out = rank * 10, in = -1;
    MPI_Request receive = MPI_REQUEST_NULL, send = MPI_REQUEST_NULL;
    PMPI_Irecv(&in, 1, MPI_INT, from, 7, MPI_COMM_WORLD, &receive);
    PMPI_Isend(&out, 1, MPI_INT, to, 7, MPI_COMM_WORLD, &send);
    MPI_Status status{};
    EXPECT_EQ(wait(&receive, &status), MPI_SUCCESS);
    EXPECT_EQ(wait(&send), MPI_SUCCESS);
    EXPECT_EQ(in, from * 10);
    EXPECT_EQ(status.MPI_SOURCE, from);
    EXPECT_EQ(status.MPI_TAG, 7);
    EXPECT_EQ(receive, MPI_REQUEST_NULL);
    EXPECT_EQ(wait(&receive), MPI_SUCCESS); // nothing to wait for
  }
}

TEST(Wait, CompletesManyRequestsAtOnce) {
  for (const WaitPolicy policy : {WaitPolicy::spin, WaitPolicy::polite}) {
    PolicyScope scope(policy);
    const int rank = world_rank(), size = world_size();
    std::vector<int> in(static_cast<std::size_t>(size), -1);
    std::vector<MPI_Request> requests;
    for (int other = 0; other < size; ++other) {
      PMPI_Irecv(&in[static_cast<std::size_t>(other)], 1, MPI_INT, other, 9, MPI_COMM_WORLD,
                 &requests.emplace_back(MPI_REQUEST_NULL));
      PMPI_Isend(&rank, 1, MPI_INT, other, 9, MPI_COMM_WORLD,
                 &requests.emplace_back(MPI_REQUEST_NULL));
    }
    EXPECT_EQ(wait_all(requests), MPI_SUCCESS);
    for (int other = 0; other < size; ++other)
      EXPECT_EQ(in[static_cast<std::size_t>(other)], other);
    EXPECT_TRUE(std::ranges::all_of(requests, [](MPI_Request r) { return r == MPI_REQUEST_NULL; }));
  }
}

double median(std::vector<double> values) {
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
  return values[values.size() / 2];
}

TEST(Wait, RanksThatWaitHardlySlowOneThatComputes) {
  PolicyScope polite(WaitPolicy::polite);
  const bool computes = world_rank() == 0;
  std::vector<double> alone, watched;
  double used_by_waiting = 0;
  for (int repeat = 0; repeat < 9; ++repeat) {
    // Alone: the others sleep outside of MPI. Watched: they wait in a barrier.
    MPI_Barrier(MPI_COMM_WORLD);
    if (computes)
      alone.push_back(compute());
    else
      std::this_thread::sleep_for(50ms);
    MPI_Barrier(MPI_COMM_WORLD);
    const double before = seconds_of_processor();
    if (computes)
      watched.push_back(compute());
    MPI_Barrier(MPI_COMM_WORLD);
    if (!computes)
      used_by_waiting += seconds_of_processor() - before;
  }
  double used_by_all = 0;
  MPI_Reduce(&used_by_waiting, &used_by_all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (!computes)
    return;
  const double slowdown = median(watched) / median(alone);
  const double cores = used_by_all / std::accumulate(watched.begin(), watched.end(), 0.0);
  RecordProperty("slowdown_percent", static_cast<int>(100 * slowdown));
  RecordProperty("percent_of_a_core_used_by_waiting", static_cast<int>(100 * cores));
  EXPECT_LT(slowdown, 2.0);
  EXPECT_LT(cores, 0.6) << "all waiting ranks together; each would use a whole core if it spun";
}

} // namespace
} // namespace brigade
