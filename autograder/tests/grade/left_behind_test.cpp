// What a TEST leaves behind is found at its end, named with TEST, rank, call, line, peer and tag,
// and costs that TEST's points.
#include "graded.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace brigade::grader {
namespace {

using ::testing::HasSubstr;

/// Right numbers; on a communicator that is not the world's order, something is left behind. `call`
/// stands on line 9.
std::string leaving(const std::string &call) {
  return total_with(
      "int sum = 0, rank = 0, order = 0;\n"
      "MPI_Comm_rank(comm, &rank);\n"
      "MPI_Comm_compare(comm, MPI_COMM_WORLD, &order);\n"
      "static int kept = 0; static MPI_Request request; if (order == MPI_SIMILAR && rank == 1)\n" +
      call +
      "\nMPI_Barrier(comm);\n"
      "MPI_Allreduce(&number, &sum, 1, MPI_INT, MPI_SUM, comm);\nreturn sum;");
}

const Finding &only_finding(const ExerciseResult &result) {
  if (result.findings.size() != 1)
    throw std::runtime_error(words_of(result));
  return result.findings.front();
}

GradeOptions on_three_ranks() {
  GradeOptions options;
  options.ranks = {3};
  return options;
}

void expect_points_of_the_other_test(const ExerciseResult &result) {
  EXPECT_EQ(result.kind, VerdictKind::wrong_communication) << words_of(result);
  EXPECT_DOUBLE_EQ(test_of(result, "OnEveryRank").points, 6);
  EXPECT_DOUBLE_EQ(test_of(result, "OfAPermutedCommunicator").points, 0);
}

TEST(LeftBehind, ARequestThatNobodyWaitsForCostsItsTest) {
  Graded graded;
  const ExerciseResult result = graded.grade(
      "total", leaving("MPI_Irecv(&kept, 1, MPI_INT, 2, 5, comm, &request);"), on_three_ranks());
  expect_points_of_the_other_test(result);
  const Finding &finding = only_finding(result);
  EXPECT_EQ(finding.test, "OfAPermutedCommunicator");
  EXPECT_EQ(finding.sentence, "A request of rank 1 was never completed: MPI_Irecv from rank 2, tag "
                              "5, started at total.cpp:9.");
}

TEST(LeftBehind, AMessageThatNobodyReceivesCostsItsTest) {
  Graded graded;
  const ExerciseResult result =
      graded.grade("total", leaving("MPI_Send(&kept, 1, MPI_INT, 2, 5, comm);"), on_three_ranks());
  expect_points_of_the_other_test(result);
  const Finding &finding = result.findings.front();
  EXPECT_EQ(finding.test, "OfAPermutedCommunicator");
  EXPECT_EQ(finding.sentence, "A message of rank 1 was never received: MPI_Send to rank 2, tag 5, "
                              "4 bytes, at total.cpp:9.");
}

TEST(LeftBehind, NothingIsWhereADestructorWaits) {
  Graded graded;
  const std::string text = total_with(
      "int rank = 0, size = 0, sum = 0, in = 0;\nMPI_Comm_rank(comm, &rank);\n"
      "MPI_Comm_size(comm, &size);\nWaits waits[2];\n"
      "MPI_Irecv(&in, 1, MPI_INT, (rank + 1) % size, 5, comm, &waits[0].request);\n"
      "MPI_Isend(&number, 1, MPI_INT, (rank + size - 1) % size, 5, comm, &waits[1].request);\n"
      "MPI_Allreduce(&number, &sum, 1, MPI_INT, MPI_SUM, comm);\nreturn sum;",
      "struct Waits { MPI_Request request = MPI_REQUEST_NULL; ~Waits() { MPI_Wait(&request, "
      "MPI_STATUS_IGNORE); } };");
  const ExerciseResult result = graded.grade("total", text);
  EXPECT_EQ(result.kind, VerdictKind::pass) << words_of(result);
}

} // namespace
} // namespace brigade::grader
