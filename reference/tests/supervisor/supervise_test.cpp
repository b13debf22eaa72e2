// brigade-launch against what a job can do to escape it.
#include "running.hpp"

#include "brigade/supervisor/supervise.hpp"

#include <gmock/gmock.h>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

namespace {

/// A mark in the environment of everything that a test starts, by which it finds what was left
/// behind.
class Supervise : public ::testing::Test {
protected:
  Supervise() { setenv("BRIGADE_SUPERVISE_TEST", mark_.c_str(), 1); }
  ~Supervise() override { unsetenv("BRIGADE_SUPERVISE_TEST"); }

  int left_behind() const { return processes_with("BRIGADE_SUPERVISE_TEST=" + mark_); }

  const std::string mark_ = "mark-" + std::to_string(getpid());
};

TEST_F(Supervise, EndsAHangingJobOfEightRanksWithinItsLimit) {
  const Ended ended = launch({"--time-limit", "3", "--quiet-banners"},
                             stories(8, "Story.WaitsForAMessageThatNobodySends"));
  EXPECT_EQ(ended.status, 124);
  EXPECT_LT(ended.seconds, 4.5);
  EXPECT_THAT(ended.err,
              StartsWith("brigade: error: not done after 3 s, so it was ended (10 processes): "));
  EXPECT_EQ(left_behind(), 0) << "of mpiexec, its proxy and the ranks";
}

TEST_F(Supervise, EndsWhatLeftItsSessionAndLostItsParent) {
  const Ended ended = launch({}, {"sh", "-c", "(setsid setsid sleep 300 &) ; sleep 0.3"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_LT(ended.seconds, 5);
  EXPECT_EQ(left_behind(), 0);
}

TEST_F(Supervise, TakesTheSharedMemoryOfWhatItEndsAndLeavesThatOfOthers) {
  const std::string own = "/dev/shm/mpich_shar_tmp_own_" + mark_;
  const std::string others = "/dev/shm/mpich_shar_tmp_others_" + mark_;
  const Ended ended = launch({"--time-limit", "1"},
                             {"sh", "-c", ": > " + others + "; exec 3> " + own + "; sleep 300"});
  EXPECT_EQ(ended.status, 124);
  EXPECT_FALSE(std::filesystem::exists(own));
  EXPECT_TRUE(std::filesystem::remove(others)) << "nobody of the job had it open at the end";
}

TEST_F(Supervise, CallsAgainAndAgainWhileTheCommandRuns) {
  std::vector<double> seconds;
  const brigade::Outcome outcome = brigade::supervise(
      {"sleep", "0.5"}, {.while_running = [&](double since) { seconds.push_back(since); },
                         .period = std::chrono::duration<double>(0.05)});
  EXPECT_EQ(outcome.exit_status, 0);
  ASSERT_GE(seconds.size(), 2U);
  EXPECT_GE(seconds.front(), 0.05);
  EXPECT_TRUE(std::ranges::is_sorted(seconds));
}

TEST_F(Supervise, GivesOneLineForAKilledRank) {
  const Ended ended = launch({"--quiet-banners"}, stories(3, "Story.LosesRankOne"));
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.out, Not(HasSubstr("BAD TERMINATION")));
  EXPECT_EQ(
      ended.err,
      "brigade: error: a rank ended without MPI_Finalize; mpiexec, which then ends the others, "
      "says: Killed (signal 9)\n");
  EXPECT_EQ(left_behind(), 0);
}

TEST_F(Supervise, GivesOneLineForARankThatCrashes) {
  const Ended ended = launch({"--quiet-banners"}, stories(3, "Story.CrashesOnRankOne"));
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(ended.err,
            "brigade: error: a rank ended without MPI_Finalize: Segmentation fault (signal 11)\n");
  EXPECT_EQ(std::ranges::count(ended.err, '\n'), 1) << ended.err;
  EXPECT_EQ(left_behind(), 0);
}

TEST_F(Supervise, ExitsWithTheCodeOfMpiAbort) {
  for (int attempt = 0; attempt < 3; ++attempt) {
    const Ended ended = launch({"--quiet-banners"}, stories(8, "Story.AbortsWithTwo"));
    EXPECT_EQ(ended.status, 2);
    // Which of the two depends on whether mpiexec lived to pass MPI_Abort's own line on.
    EXPECT_THAT(ended.err,
                AnyOf("brigade: error: rank 0 called MPI_Abort with code 2\n",
                      MatchesRegex("brigade: error: .*mpiexec.* ended with status 2\n")));
    EXPECT_EQ(std::ranges::count(ended.err, '\n'), 1) << ended.err;
  }
}

TEST_F(Supervise, PassesTheExitStatusOn) {
  EXPECT_EQ(launch({}, {"sh", "-c", "exit 7"}).status, 7);
  EXPECT_EQ(launch({}, {"true"}).status, 0);
}

TEST_F(Supervise, SaysOnceThatACommandIsNotThere) {
  const Ended ended = launch({}, {"/no/such/program"});
  EXPECT_EQ(ended.status, 3);
  EXPECT_EQ(ended.err,
            "brigade: error: cannot start /no/such/program: No such file or directory\n");
}

TEST_F(Supervise, RefusesAnEmptyCommandLine) {
  const Ended ended = launch({"--time-limit", "0"}, {"true"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, StartsWith("brigade: error: "));
  EXPECT_EQ(launch({}, {}).status, 2);
  for (const std::string wrong : {"nan", "inf", "-1", "soon"}) {
    const Ended refused = launch({"--time-limit", wrong}, {"true"});
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("'" + wrong + "' is no number of seconds above 0"));
  }
}

TEST_F(Supervise, SaysOnceThatTheProgramOfTheRanksIsNotThere) {
  std::vector<std::string> command = stories(4, "");
  command.resize(command.size() - 2);
  command.push_back("/no/such/program");
  const Ended ended = launch({"--quiet-banners"}, command);
  EXPECT_EQ(ended.status, 3);
  EXPECT_EQ(ended.err, "brigade: error: mpiexec failed: execvp error on file /no/such/program "
                       "(No such file or directory)\n");
}

TEST_F(Supervise, PassesOutputUnchangedAndUnended) {
  const Ended ended = launch({"--quiet-banners"},
                             {"printf", "\\nloss 0.5\\rloss 0.4\\n\\n====\\nAbort(x\\n[mpiexec"});
  EXPECT_EQ(ended.out, "\nloss 0.5\rloss 0.4\n\n====\nAbort(x\n[mpiexec");
}

/// brigade-launch in the background, with a signal sent to it once the job has begun.
class Interrupted : public Supervise {
protected:
  int status_after(int signal, const std::string &script) {
    const std::string begun = std::filesystem::temp_directory_path() / mark_;
    std::filesystem::remove(begun);
    const std::string whole = script + "touch " + begun + "; while :; do sleep 0.05; done";
    const pid_t process = fork();
    if (process == 0) {
      execl(BRIGADE_LAUNCH, BRIGADE_LAUNCH, "--", "sh", "-c", whole.c_str(), nullptr);
      _exit(127);
    }
    while (!std::filesystem::exists(begun))
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    const auto start = std::chrono::steady_clock::now();
    kill(process, signal);
    int status = 0;
    waitpid(process, &status, 0);
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::filesystem::remove(begun);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

  double seconds_ = 0;
};

TEST_F(Interrupted, BySigintEndsWithinASecondWith130) {
  EXPECT_EQ(status_after(SIGINT, "trap '' INT; "), 130) << "though the job ignores it";
  EXPECT_LT(seconds_, 1.0);
  EXPECT_EQ(left_behind(), 0);
}

TEST_F(Interrupted, BySigtermEndsWith143) {
  EXPECT_EQ(status_after(SIGTERM, ""), 143);
  EXPECT_LT(seconds_, 1.0);
  EXPECT_EQ(left_behind(), 0);
}

TEST_F(Interrupted, BySighupSavesAsBySigterm) {
  const std::string saved = std::filesystem::temp_directory_path() / (mark_ + "-saved");
  signal(SIGHUP, SIG_DFL); // ignored where the tests themselves run under nohup
  EXPECT_EQ(status_after(SIGHUP, "trap 'touch " + saved + "; exit 0' TERM; "), 129);
  EXPECT_TRUE(std::filesystem::remove(saved));
}

TEST_F(Interrupted, BySigquitEndsAtOnce) {
  EXPECT_EQ(status_after(SIGQUIT, "trap '' QUIT TERM INT; "), 131);
  EXPECT_LT(seconds_, 1.0);
  EXPECT_EQ(left_behind(), 0);
}

TEST_F(Supervise, EndsInSilenceWhereNobodyReadsItsOutput) {
  const Ended ended =
      run({"sh", "-c", "{ '" BRIGADE_LAUNCH "' -- yes; echo $? >&2; } | head -n 1"});
  EXPECT_EQ(ended.out, "y\n");
  EXPECT_EQ(ended.err, "141\n");
  EXPECT_EQ(left_behind(), 0);
}

TEST_F(Supervise, SaysWhereItsOutputCannotBeWritten) {
  for (const char *command : {"-- echo word", "-- yes", "--help"}) {
    const Ended ended =
        run({"sh", "-c", "exec '" BRIGADE_LAUNCH "' " + std::string(command) + " >/dev/full"});
    EXPECT_EQ(ended.status, 1) << command;
    EXPECT_EQ(ended.err,
              "brigade: error: cannot write to standard output: No space left on device\n");
  }
  EXPECT_EQ(left_behind(), 0);
}

TEST_F(Interrupted, BySigtermWaitsForACheckpoint) {
  const std::string checkpoint = std::filesystem::temp_directory_path() / (mark_ + "-checkpoint");
  EXPECT_EQ(status_after(SIGTERM, "trap 'sleep 1; touch " + checkpoint + "; exit 0' TERM; "), 143);
  EXPECT_TRUE(std::filesystem::remove(checkpoint));
}

TEST_F(Interrupted, BySigkillTakesTheCommandWithIt) {
  EXPECT_EQ(status_after(SIGKILL, ""), -SIGKILL);
  for (int look = 0; left_behind() > 0 && look < 400; ++look)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(left_behind(), 0);
}

} // namespace
