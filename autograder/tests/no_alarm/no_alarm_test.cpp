// A rank that computes for 10 s while the others wait, four busy loops beside, and the whole job
// stopped for 5 s and continued: none of it is a hang.
#include "mpi_errors/busy_loops.hpp"
#include "mpi_errors/watched_run.hpp"

#include "brigade/supervisor/process_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <vector>

namespace brigade::testing {
namespace {

/// Stops and continues all that this process has started, the launcher too, but for busy loops.
class WholeJob {
public:
  explicit WholeJob(const BusyLoops &beside) : beside_(beside.processes()) {}

  void stop() {
    for (const pid_t process : descendants())
      if (std::ranges::find(beside_, process) == beside_.end())
        stopped_.push_back(process);
    for (const pid_t process : stopped_)
      kill(process, SIGSTOP);
  }
  void go_on() {
    for (const pid_t process : stopped_)
      kill(process, SIGCONT);
  }

private:
  std::vector<pid_t> beside_, stopped_;
};

TEST(NoAlarm, ForTenSecondsOfComputingBesideBusyLoops) {
  const BusyLoops beside(4);
  const Watched run = run_watched(3, {"right", "ten_seconds_of_computing"});
  EXPECT_TRUE(run.ended && run.status == 0) << run.text();
  EXPECT_GT(run.seconds, 10);
}

TEST(NoAlarm, AfterFiveSecondsInWhichTheWholeJobWasStopped) {
  const BusyLoops beside(4);
  WholeJob job(beside);
  int state = 0; // 0 runs, 1 stopped, 2 continued
  const auto stop_for_five_seconds = [&](double seconds, const std::vector<pid_t> &) {
    if (state == 0 && seconds > 1) {
      job.stop();
      state = 1;
    } else if (state == 1 && seconds > 6) {
      job.go_on();
      state = 2;
    }
  };
  const Watched run =
      run_watched(3, {"right", "four_seconds_of_messages"}, {.meanwhile = stop_for_five_seconds});
  EXPECT_TRUE(run.ended && run.status == 0) << run.text();
  EXPECT_EQ(state, 2);
}

TEST(NoAlarm, IsNotSilenceAfterTheJobWasStopped) { // what hangs is told all the same
  const BusyLoops beside(0);
  WholeJob job(beside);
  int state = 0;
  const Watched run = run_watched(3, {"wrong", "missing_call"},
                                  {.meanwhile = [&](double seconds, const std::vector<pid_t> &) {
                                    if (state == 0 && seconds > 0.2) {
                                      job.stop();
                                      state = 1;
                                    } else if (state == 1 && seconds > 2.2) {
                                      job.go_on();
                                      state = 2;
                                    }
                                  }});
  EXPECT_TRUE(run.hang) << run.text();
  EXPECT_EQ(state, 2);
  EXPECT_GT(run.seconds, 2.2) << run.text();
}

} // namespace
} // namespace brigade::testing
