#include "grader/launch/limits.hpp"

#include "grader/launch/process_usage.hpp"

#include "brigade/supervisor/child.hpp"
#include "brigade/supervisor/process_tree.hpp"
#include "brigade/supervisor/shared_memory.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <thread>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// What a launch does: reads the output, and looks every 20 ms.
class LimitsOfRanks : public ::testing::TestWithParam<int> {
protected:
  void SetUp() override {
    adopt_orphans();
    fs::create_directories(folder_);
  }
  void TearDown() override {
    end_descendants();
    fs::remove_all(folder_);
    EXPECT_THAT(descendants(), IsEmpty());
  }

  /// The sentence of the limit that was passed; empty where the ranks came to their end.
  std::string watch(const std::string &story) {
    LimitWatch limits(limits_, GetParam(), {folder_});
    const Child child =
        start_child({MPIEXEC, "-launcher", "fork", "-n", fmt::format("{}", GetParam()),
                     LIMITS_RANKS, story, folder_.string()});
    std::optional<std::string> sentence;
    std::string output;
    for (bool started = false; !sentence;) {
      std::array<pollfd, 1> watched = {pollfd{child.out, POLLIN, 0}};
      poll(watched.data(), watched.size(), 20);
      std::array<char, 65536> buffer{};
      if (watched[0].revents != 0) {
        const ssize_t got = read(child.out, buffer.data(), buffer.size());
        if (got <= 0)
          break;
        limits.count_output(static_cast<std::size_t>(got));
        output.append(buffer.data(), static_cast<std::size_t>(got));
      }
      if (!started && output.find("started") != output.npos) {
        limits.start_clock();
        started = true;
      }
      sentence = limits.passed();
    }
    MemorySweep memory;
    memory.note_users(processes_below());
    end_descendants(child.process);
    memory.sweep();
    close(child.out);
    close(child.err);
    fair_seconds_ = limits.fair_seconds();
    return sentence.value_or("");
  }

  Limits limits_;
  double fair_seconds_ = 0;
  fs::path folder_ = fmt::format("/tmp/brigade-limits-test-{}", getpid());
};

INSTANTIATE_TEST_SUITE_P(Ranks, LimitsOfRanks, ::testing::Values(2, 8));

TEST_P(LimitsOfRanks, LeaveAnHonestProgramAlone) { EXPECT_EQ(watch("nothing"), ""); }

TEST_P(LimitsOfRanks, OfMemoryAreOfAllRanksTogether) {
  limits_.memory_megabytes = 400; // one rank alone stays below
  EXPECT_THAT(watch("memory"),
              AllOf(HasSubstr("Memory: the"), HasSubstr("ranks together hold "),
                    HasSubstr("may hold 400 MB"), HasSubstr("container that grows")));
}

TEST_P(LimitsOfRanks, CountSharedMemoryOnce) {
  // Each rank and its three children map 60 MB: 240 MB a rank, had it been counted four times.
  limits_.memory_megabytes = 130 * GetParam();
  EXPECT_EQ(watch("shared memory"), "");
}

TEST_P(LimitsOfRanks, OfOutput) {
  EXPECT_THAT(watch("output"), AllOf(HasSubstr("Output: the"), HasSubstr("may print 256 kB"),
                                     HasSubstr("print inside a loop")));
}

TEST_P(LimitsOfRanks, OfFilesCountWhatWasDeletedToo) {
  limits_.file_megabytes = 70; // half of two ranks' files is less
  EXPECT_THAT(watch("files"), AllOf(HasSubstr("Files: the"), HasSubstr("may write 70 MB"),
                                    HasSubstr("write inside a loop")));
}

TEST(LimitsOfFiles, DoNotCountTheMachinesOwnWhileASandboxIsBeingMade) {
  if (geteuid() != 0)
    GTEST_SKIP() << "a mount namespace needs root";
  // So much of a sandbox is there at first: a namespace, in which /tmp is still the machine's.
  const Child child = start_child({"unshare", "--mount", "sleep", "60"});
  const auto own_namespace = [&child] {
    std::error_code none;
    return fs::read_symlink(fmt::format("/proc/{}/ns/mnt", child.process), none) !=
           fs::read_symlink("/proc/self/ns/mnt", none);
  };
  while (!own_namespace())
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  Limits limits;
  limits.file_megabytes = 1;
  LimitWatch watch(limits, 1, {});
  for (int look = 0; look < 10; ++look) {
    EXPECT_EQ(watch.passed().value_or(""), "");
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  end_descendants(child.process);
  close(child.out);
  close(child.err);
}

TEST_P(LimitsOfRanks, OfProcesses) {
  EXPECT_THAT(watch("processes"), AllOf(HasSubstr("Processes: "), HasSubstr("there may be 64"),
                                        HasSubstr("fork, system or popen")));
}

TEST_P(LimitsOfRanks, OfTimeSayThatItSlept) {
  limits_.seconds = 1;
  EXPECT_THAT(watch("sleep"),
              AllOf(HasSubstr("Time: not done after 1 s"), HasSubstr("look for a sleep")));
}

TEST_P(LimitsOfRanks, OfTimeSayThatItComputed) {
  limits_.seconds = 1;
  EXPECT_THAT(watch("compute"),
              AllOf(HasSubstr("Time: not done after 1 s"), HasSubstr("loop that does not end")));
}

TEST(Limits, SayWhatTheKernelsSignalsMean) {
  EXPECT_THAT(limit_of_signal(SIGXFSZ, {}).value(), HasSubstr("more than 256 MB"));
  EXPECT_THAT(limit_of_signal(SIGXCPU, {}).value(), HasSubstr("20 s"));
  EXPECT_FALSE(limit_of_signal(SIGSEGV, {}));
}

void compute_for(std::chrono::milliseconds time) {
  for (const auto end = std::chrono::steady_clock::now() + time;
       std::chrono::steady_clock::now() < end;) {
  }
}

/// Part of the time that the limit's clock saw pass, in a process of its own.
double speed_of_clock() {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe(ends.data()), 0);
  if (fork() == 0) {
    const auto start = std::chrono::steady_clock::now();
    LimitWatch limits({}, 1);
    limits.start_clock();
    for (int look = 0; look < 40; ++look) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      limits.passed();
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    const double speed = limits.fair_seconds() / elapsed.count();
    _exit(write(ends[1], &speed, sizeof speed) == sizeof speed ? 0 : 1);
  }
  double speed = 0;
  EXPECT_EQ(read(ends[0], &speed, sizeof speed), static_cast<ssize_t>(sizeof speed));
  close(ends[0]);
  close(ends[1]);
  return speed;
}

TEST(Limits, LetTheClockRunSlowerWhereOthersHaveTheProcessors) {
  adopt_orphans();
  for (int i = 0; i < 2 * machine_time().processors; ++i)
    if (fork() == 0) {
      compute_for(std::chrono::milliseconds(3000));
      _exit(0);
    }
  const double speed = speed_of_clock();
  end_descendants();
  EXPECT_LT(speed, 0.6);
  EXPECT_GT(speed, 0.15) << "it never stands still";
}

} // namespace
} // namespace brigade::grader
