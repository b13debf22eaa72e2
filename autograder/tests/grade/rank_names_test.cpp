// However a launch ends, the ranks are called as the trial's communicator counts them, which is how
// the student's function knows them.
#include "graded.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace brigade::grader {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// One program, compiled once; the variable says what it does on a communicator in another order
/// than the world's. Says so if a rank of the two that matter is the same in both.
constexpr const char *kBody = R"(
int rank = 0, sum = 0, value = 0, order = 0, in_world = 0;
MPI_Comm_rank(comm, &rank);
MPI_Comm_rank(MPI_COMM_WORLD, &in_world);
MPI_Comm_compare(comm, MPI_COMM_WORLD, &order);
const std::string fault = order == MPI_SIMILAR ? std::getenv("SAMPLE_FAULT") : "";
if (order == MPI_SIMILAR && rank == in_world)
  std::printf("the order says nothing\n");
if (fault == "root")
  MPI_Bcast(&value, 1, MPI_INT, rank == 1 ? 1 : 0, comm);
if (fault == "missing" && rank == 1)
  return 0;
if (fault == "peer" && rank == 0)
  MPI_Send(&value, 1, MPI_INT, 1, 7, comm);
if (fault == "peer" && rank == 1)
  MPI_Recv(&value, 1, MPI_INT, 2, 7, comm, MPI_STATUS_IGNORE);
if (fault == "invalid" && rank == 2)
  MPI_Send(&value, 1, MPI_INT, 9, 7, comm);
if (fault == "crash" && rank == 2)
  value = *static_cast<volatile int *>(nullptr);
if (fault == "throw" && rank == 2)
  throw std::runtime_error("bad number");
if (fault == "exit" && rank == 0)
  std::exit(0);
if (fault == "abort" && rank == 0)
  MPI_Abort(comm, 3);
if (fault == "lonely" && rank == 2)
  MPI_Bcast(&value, 1, MPI_INT, 2, comm);
MPI_Allreduce(&number, &sum, 1, MPI_INT, MPI_SUM, comm);
return sum;)";

class PermutedRanks : public ::testing::Test {
protected:
  static void SetUpTestSuite() { graded_ = new Graded; }
  static void TearDownTestSuite() {
    delete graded_;
    graded_ = nullptr;
  }

  static Finding finding_of(const char *fault) {
    setenv("SAMPLE_FAULT", fault, 1);
    GradeOptions options;
    options.ranks = {3};
    options.tests = {"OfAPermutedCommunicator"};
    options.second_pass = false;
    const ExerciseResult result = graded_->grade(
        "total",
        total_with(kBody, "#include <cstdio>\n#include <cstdlib>\n#include <stdexcept>\n"
                          "#include <string>"),
        options);
    EXPECT_THAT(result.output, Not(HasSubstr("the order says nothing")));
    if (result.findings.empty())
      throw std::runtime_error("nothing was found: " + words_of(result));
    return result.findings.front();
  }

  static Graded *graded_;
};
Graded *PermutedRanks::graded_ = nullptr;

/// The row of the roll call.
const RankState &row(const Finding &finding, int rank) {
  if (!finding.hang || finding.hang->ranks.size() != 3)
    throw std::runtime_error("no roll call: " + finding.sentence);
  const RankState &state = finding.hang->ranks[static_cast<std::size_t>(rank)];
  EXPECT_EQ(state.rank, rank);
  EXPECT_FALSE(state.is_outside);
  return state;
}

TEST_F(PermutedRanks, OfCallsThatDoNotFit) {
  const Finding finding = finding_of("root");
  EXPECT_THAT(finding.sentence, HasSubstr("Rank 1 gives MPI_Bcast"));
  EXPECT_THAT(finding.sentence, HasSubstr("ranks 0 and 2 give root 0"));
  row(finding, 1);
}

TEST_F(PermutedRanks, OfAHangForACallThatIsMissing) {
  const Finding finding = finding_of("missing");
  EXPECT_THAT(finding.sentence, HasSubstr("Ranks 0 and 2 wait in MPI_Allreduce on comm"));
  EXPECT_THAT(finding.sentence, HasSubstr("for rank 1: rank 1 is at the end of the TEST"));
  EXPECT_THAT(finding.where, HasSubstr("rank 2 at total.cpp"));
  EXPECT_EQ(row(finding, 1).call, "the end of the TEST");
  EXPECT_EQ(row(finding, 0).waits_for, "rank 1");
  EXPECT_THAT(row(finding, 2).waits_for_ranks, ::testing::ElementsAre(1));
}

TEST_F(PermutedRanks, OfAHangForAMessage) {
  const Finding finding = finding_of("peer");
  EXPECT_THAT(finding.hang->sentence, HasSubstr("rank 1"));
  EXPECT_EQ(row(finding, 1).call, "MPI_Recv");
  EXPECT_EQ(row(finding, 1).waits_for, "rank 2, tag 7");
  EXPECT_EQ(row(finding, 0).call, "MPI_Allreduce");
}

TEST_F(PermutedRanks, OfAnErrorThatMpiFinds) {
  const Finding finding = finding_of("invalid");
  EXPECT_THAT(finding.sentence, HasSubstr("Rank 2: MPI_Send"));
  EXPECT_THAT(finding.where, HasSubstr("rank 2 at total.cpp"));
}

TEST_F(PermutedRanks, OfACrash) {
  const Finding finding = finding_of("crash");
  EXPECT_THAT(finding.sentence, HasSubstr("Rank 2 crashed"));
  EXPECT_THAT(finding.where, HasSubstr("rank 2 at total.cpp"));
}

TEST_F(PermutedRanks, OfAnException) {
  EXPECT_THAT(finding_of("throw").sentence, HasSubstr("Rank 2 threw std::runtime_error"));
}

TEST_F(PermutedRanks, OfWhoEndsTheProcess) {
  EXPECT_THAT(finding_of("exit").sentence, HasSubstr("Rank 0 called exit(0)"));
  EXPECT_THAT(finding_of("abort").sentence, HasSubstr("Rank 0 called MPI_Abort"));
}

TEST_F(PermutedRanks, OfACollectiveThatOnlyOneCalls) {
  const Finding finding = finding_of("lonely");
  EXPECT_THAT(finding.sentence, HasSubstr("Rank 2 calls MPI_Bcast"));
  EXPECT_THAT(finding.sentence, HasSubstr("ranks 0 and 1 call MPI_Allreduce"));
}

} // namespace
} // namespace brigade::grader
