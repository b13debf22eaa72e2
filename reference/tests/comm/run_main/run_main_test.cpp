#include "running.hpp"

#include <chrono>
#include <gmock/gmock.h>
#include <regex>

namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

/// How long the job went on after the first rank that failed, in seconds.
double seconds_after_failure(const Ended &ended) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const double end =
      static_cast<double>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
  double first = end;
  const std::regex line("fails at ([0-9]+)");
  for (std::sregex_iterator it(ended.out.begin(), ended.out.end(), line), last; it != last; ++it)
    first = std::min(first, std::stod((*it)[1]));
  return (end - first) / 1000;
}

/// The story on so many ranks; 0: without mpiexec. A failure ends the job within 2 seconds.
Ended tell(const std::string &story, int ranks) {
  std::vector<std::string> command = stories(ranks, "");
  if (ranks == 0)
    command = {RANK_STORIES};
  command.push_back(story);
  const Ended ended = launch({}, command);
  EXPECT_LT(seconds_after_failure(ended), 2.0) << story;
  return ended;
}

/// Exactly this line on standard error, and this status.
void expect(const Ended &ended, int status, const std::string &line) {
  EXPECT_EQ(ended.err, line.empty() ? "" : line + "\n");
  EXPECT_EQ(ended.status, status);
}

TEST(RunMain, EndsWellWithAndWithoutMpiexec) {
  for (const int ranks : {0, 1, 2, 8})
    expect(tell("ends well", ranks), 0, "");
}

TEST(RunMain, ReturnsWhatTheBodyReturns) {
  for (const int ranks : {0, 1, 8})
    expect(tell("returns 3", ranks), 3, "");
}

TEST(RunMain, TakesABodyThatReturnsNothing) {
  for (const int ranks : {0, 1, 8})
    expect(tell("returns nothing", ranks), 0, "");
  expect(tell("returns nothing, and the last fails", 2), 2, "brigade: error: rank 1: no such file");
}

TEST(RunMain, SaysAnErrorOfAllRanksOnceAndOnOneLine) {
  for (const int ranks : {0, 1, 2, 8})
    expect(tell("all have the same input error", ranks), 2,
           "brigade: error: --batch is -1; expected a positive number");
}

TEST(RunMain, NamesTheRankThatFailed) {
  expect(tell("the last fails while the others wait", 2), 1,
         "brigade: error: rank 1: the loss is NaN at step 7");
  expect(tell("the last fails while the others wait", 8), 1,
         "brigade: error: rank 7: the loss is NaN at step 7");
  expect(tell("the first fails while the others wait", 8), 3,
         "brigade: error: rank 0: no space left");
}

TEST(RunMain, EndsRanksThatNeverCallMpi) {
  expect(tell("the last fails while the others compute", 8), 1,
         "brigade: error: rank 7: out of luck");
}

TEST(RunMain, EndsRanksThatHaveFinished) {
  expect(tell("the last fails after the others have ended", 8), 1,
         "brigade: error: rank 7: too late");
}

TEST(RunMain, TellsThoseWhoWaitForARankThatHasEnded) {
  for (const char *story :
       {"the last ends while the others wait", "the last ends early after a broadcast"}) {
    const Ended ended = tell(story, 4);
    EXPECT_THAT(ended.err,
                MatchesRegex("brigade: error: rank ([0-2]): rank [0-2] of this node is in "
                             "(all_reduce of [0-9]+ bytes|barrier) while rank 3 has come to its "
                             "end; all members of a group must call the same .*\n"))
        << story;
    EXPECT_EQ(ended.status, 1);
  }
}

TEST(RunMain, TellsARootOfBroadcastsThatARankHasEnded) {
  for (const int ranks : {2, 4}) {
    const Ended ended =
        tell("the first gives thrice what the last, which has ended, does not take", ranks);
    EXPECT_THAT(ended.err,
                MatchesRegex("brigade: error: rank 0: rank 0 of this node is in broadcast of 8 "
                             "bytes while rank [13] has come to its end; all members of a group "
                             "must call the same .*\n"));
    EXPECT_EQ(ended.status, 1);
  }
}

TEST(RunMain, CallsItAFailureWhereABodyExits) {
  const std::string words =
      "exit was called before the body of run_main had returned; return a status from the body, or "
      "throw, so that all ranks end";
  expect(tell("the last exits while the others wait", 8), 1, "brigade: error: rank 7: " + words);
  expect(tell("all exit", 8), 1, "brigade: error: " + words);
}

TEST(RunMain, LetsWhatABodyForksExit) {
  for (const int ranks : {0, 1, 4})
    expect(tell("a child of each exits", ranks), 0, "");
}

TEST(RunMain, LetsMpiAbortSpeakForItself) {
  const Ended ended = tell("the last calls MPI_Abort while the others wait", 4);
  // mpiexec sometimes ends before it has passed MPI's line on; then the launcher has none to show.
  EXPECT_THAT(ended.err, MatchesRegex("(Abort\\(5\\) on node 3 [^\n]*\n)?"));
  EXPECT_EQ(ended.status, 5);
}

TEST(RunMain, LetsOneRankSpeakWhereEachHasAnotherError) {
  const Ended ended = tell("each has another error", 8);
  EXPECT_THAT(ended.err, MatchesRegex("brigade: error: rank ([0-7]): error [0-7]\n"));
  EXPECT_EQ(ended.err[21], ended.err[30]) << ended.err;
  EXPECT_EQ(ended.status, 1);
}

TEST(RunMain, NamesTheTypeOfWhatIsNotAnException) {
  expect(tell("the last throws an int", 0), 1, "brigade: error: an exception of type int");
  expect(tell("the last throws an int", 8), 1, "brigade: error: rank 7: an exception of type int");
}

TEST(RunMain, CatchesAnExceptionThatLeavesADestructor) {
  // Whether the compiler lets the handler see the exception depends on what it has inlined.
  const std::string words = "(a destructor threw|an exception left a destructor or .*)\n";
  const Ended alone = tell("a destructor of the last throws", 0);
  EXPECT_THAT(alone.err, MatchesRegex("brigade: error: " + words));
  EXPECT_EQ(alone.status, 1);
  const Ended together = tell("a destructor of the last throws", 8);
  EXPECT_THAT(together.err, MatchesRegex("brigade: error: rank 7: " + words));
  EXPECT_EQ(together.status, 1);
}

TEST(RunMain, DoesNotWaitForACollectiveThatWasStarted) {
  expect(tell("the last fails with a started collective", 8), 1, "brigade: error: rank 7: gave up");
}

TEST(RunMain, RefusesABodyThatLeavesAStartedCollectiveBehind) {
  const Ended ended = tell("the body leaves a started collective behind", 3);
  EXPECT_THAT(ended.err, MatchesRegex("brigade: error: (rank [0-2]: )?the body has returned before "
                                      "a collective that it started was done.*\n"));
  EXPECT_EQ(ended.status, 1);
}

TEST(RunMain, ReportsSizesThatDiffer) {
  const Ended ended = tell("the ranks give different sizes", 4);
  EXPECT_THAT(ended.err, HasSubstr("all_reduce over `world`"));
  EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
  EXPECT_EQ(ended.status, 2);
}

TEST(RunMain, PassesOnWhatMpiSays) {
  expect(tell("MPI reports an error", 2), 1, "brigade: error: MPI_Sendrecv: Message truncated");
}

TEST(RunMain, ReturnsTheStatusOfASignal) { expect(tell("is interrupted", 0), 130, ""); }

} // namespace
