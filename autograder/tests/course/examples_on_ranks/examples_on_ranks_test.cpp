#include "exercises/01-opening-night/global-mean/solution.cpp"
#include "exercises/01-opening-night/roll-call/solution.cpp"
#include "exercises/01-opening-night/scatter-rows/solution.cpp"
#include "exercises/02-mesh/axis-communicator/solution.cpp"

#include <gtest/gtest.h>

namespace kitchen {
namespace {

struct Job {
  int rank = 0, ranks = 0;
  Job() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  }
};

TEST(ContractsOnRanks, RollCallOfThree) {
  const Job job;
  if (job.ranks != 3)
    GTEST_SKIP() << "the example has 3 ranks";
  const std::vector<int> badges{70, 12, 55};
  EXPECT_EQ(roll_call(badges[static_cast<std::size_t>(job.rank)], MPI_COMM_WORLD), badges);
}

TEST(ContractsOnRanks, MeanOfThreePieces) {
  const Job job;
  if (job.ranks != 3)
    GTEST_SKIP() << "the example has 3 ranks";
  const xt::xtensor<double, 1> pieces[] = {{10}, {1, 2, 3}, {}};
  EXPECT_DOUBLE_EQ(global_mean(pieces[job.rank], MPI_COMM_WORLD), 4);
}

TEST(ContractsOnRanks, FiveRowsToTwo) {
  const Job job;
  if (job.ranks != 2)
    GTEST_SKIP() << "the example has 2 ranks";
  const xt::xtensor<double, 2> whole{{0, 1}, {10, 11}, {20, 21}, {30, 31}, {40, 41}}, none,
      blocks[] = {{{0, 1}, {10, 11}}, {{20, 21}, {30, 31}, {40, 41}}};
  EXPECT_EQ(scatter_rows(job.rank == 0 ? whole : none, 0, MPI_COMM_WORLD), blocks[job.rank]);
}

TEST(ContractsOnRanks, RankFiveOfAMeshOfTwoByThree) {
  const Job job;
  if (job.ranks != 6)
    GTEST_SKIP() << "the example has 6 ranks";
  for (const std::size_t axis : {0u, 1u}) {
    const AxisCommunicator along(MPI_COMM_WORLD, {2, 3}, axis);
    int place = 0, members = 0;
    MPI_Comm_rank(along.get(), &place);
    MPI_Comm_size(along.get(), &members);
    EXPECT_EQ(members, axis == 0 ? 2 : 3);
    EXPECT_EQ(place, axis == 0 ? job.rank / 3 : job.rank % 3); // of rank 5: 1 and 2
  }
}

} // namespace
} // namespace kitchen
