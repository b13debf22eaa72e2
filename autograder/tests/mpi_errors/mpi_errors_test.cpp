// Each kind of MPI error is diagnosed with rank, call and line, and its correct twin passes.
#include "mpi_errors/watched_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace brigade::testing {
namespace {

using ::testing::HasSubstr;

void expect_words(const std::string &text, const std::vector<std::string> &words) {
  for (const std::string &word : words)
    EXPECT_THAT(text, HasSubstr(word.starts_with("@") ? place_of(word.substr(1)) : word));
}

/// The case hangs, and the sentence and the cause hold these words ("@name": the marked line).
void expect_hung(const std::string &name, int ranks, const std::vector<std::string> &words) {
  const Watched run = run_watched(ranks, {"wrong", name});
  ASSERT_TRUE(run.hang) << run.text();
  expect_words(run.text(), words);
}

TEST(MpiErrors, MissingCall) {
  expect_hung("missing_call", 3,
              {"Ranks 0 and 2 wait in MPI_Allreduce on comm", "@missing_call",
               "rank 1 is in MPI_Finalize"});
}
TEST(MpiErrors, LoopCounts) {
  expect_hung("loop_counts", 3,
              {"Ranks 0 and 2 wait", "@loop_counts", "Rank 1 made 1 turn", "are in turn 2"});
}
TEST(MpiErrors, ReceiveReceive) {
  expect_hung("receive_receive", 2,
              {"Ranks 0 and 1 wait for each other", "MPI_Recv from rank 1, tag 3",
               "@receive_receive", "nobody sends"});
}
TEST(MpiErrors, SendSend) {
  expect_hung("send_send", 3,
              {"Ranks 0, 1 and 2 wait for each other", "MPI_Send to rank 1", "@send_send",
               "Each sends first"});
}
TEST(MpiErrors, Tag) {
  expect_hung("tag", 2, {"Rank 1 waits in MPI_Recv from rank 0, tag 8", "@tag", "tag 7"});
}

} // namespace
} // namespace brigade::testing
