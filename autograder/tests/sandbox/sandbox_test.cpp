#include "grader/sandbox/sandbox.hpp"

#include "grader/sandbox/other_user.hpp"

#include "brigade/supervisor/capture.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

bool is_available(SandboxLevel level) {
  // What the strongest has, the weaker have too, with one exception: bubblewrap without another
  // user needs no user to change to.
  const SandboxLevel strongest = strongest_sandbox().level;
  if (level == SandboxLevel::other_uid)
    return can_become_other_user();
  return level >= strongest;
}

class EachLevel : public ::testing::TestWithParam<SandboxLevel> {
protected:
  void SetUp() override {
    if (!is_available(GetParam()))
      GTEST_SKIP() << strongest_sandbox().why_not_stronger;
    fs::create_directories(folder_);
    fs::permissions(folder_, fs::perms(0755));
  }
  void TearDown() override { fs::remove_all(folder_); }

  bool isolates() const {
    return GetParam() == SandboxLevel::bwrap || GetParam() == SandboxLevel::bwrap_other_uid;
  }
  bool changes_user() const {
    return GetParam() == SandboxLevel::other_uid || GetParam() == SandboxLevel::bwrap_other_uid;
  }

  Captured run(const std::vector<std::string> &command, std::vector<fs::path> readable = {},
               std::vector<fs::path> writable = {}) const {
    return capture(sandboxed(command, GetParam(), limits_, readable, writable));
  }
  Captured shell(const std::string &line, std::vector<fs::path> readable = {},
                 std::vector<fs::path> writable = {}) const {
    return run({"/bin/sh", "-c", line}, std::move(readable), std::move(writable));
  }

  Limits limits_;
  fs::path folder_ = fmt::format("/tmp/brigade-sandbox-test-{}", getpid());
};

std::string name_of(const ::testing::TestParamInfo<SandboxLevel> &info) {
  constexpr std::array names = {"bwrap_other_uid", "bwrap", "other_uid", "none"};
  return names.at(static_cast<std::size_t>(info.param));
}
INSTANTIATE_TEST_SUITE_P(Sandbox, EachLevel,
                         ::testing::Values(SandboxLevel::bwrap_other_uid, SandboxLevel::bwrap,
                                           SandboxLevel::other_uid, SandboxLevel::none),
                         name_of);

TEST_P(EachLevel, LetsRanksWorkTogether) {
  for (const int ranks : {2, 8}) {
    const Captured ended =
        run({MPIEXEC, "-launcher", "fork", "-n", fmt::format("{}", ranks), SANDBOX_RANKS},
            {SANDBOX_RANKS});
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_THAT(ended.out, HasSubstr(fmt::format("sum {} ", ranks * (ranks + 1) / 2)));
    if (changes_user()) {
      EXPECT_THAT(ended.out, HasSubstr(fmt::format("user {}", sandbox_user())));
    }
  }
}

TEST_P(EachLevel, PassesTheStatusOn) { EXPECT_EQ(shell("exit 7").status, 7); }

TEST_P(EachLevel, MakesNoCoreDumps) { EXPECT_EQ(shell("ulimit -c").out, "0\n"); }

TEST_P(EachLevel, LimitsTheSizeOfAFile) {
  const Captured blocks = shell("ulimit -f");
  EXPECT_EQ(blocks.out, fmt::format("{}\n", limits_.file_megabytes * 2048)) << "of 512 bytes";
}

TEST_P(EachLevel, WritesOnlyWhatWasHandedOver) {
  const fs::path given = folder_ / "given";
  std::ofstream(given) << "";
  hand_over(std::array{given}, GetParam());
  EXPECT_EQ(shell(fmt::format("echo 5 > {}", given.string()), {}, {given}).status, 0);
  std::string text;
  std::getline(std::ifstream(given), text);
  EXPECT_EQ(text, "5");
  if (!isolates() && !changes_user())
    return;
  EXPECT_NE(shell(fmt::format("echo 5 > {}", (folder_ / "other").string())).status, 0);
  EXPECT_FALSE(fs::exists(folder_ / "other"));
  if (isolates()) {
    EXPECT_NE(shell(fmt::format("echo 5 > {}", given.string()), {given}).status, 0) << "read-only";
  }
  for (const char *folder : {"/usr", "/etc", "/"})
    EXPECT_NE(shell(fmt::format("echo 5 > {}/brigade-was-here", folder)).status, 0) << folder;
  EXPECT_NE(shell("echo 1 > /sys/kernel/mm/ksm/run").status, 0);
}

TEST_P(EachLevel, SeesNoFilesButThoseItWasShown) {
  if (!isolates())
    GTEST_SKIP() << "not promised at this level";
  const fs::path shown = folder_ / "shown", secret = folder_ / "secret";
  std::ofstream(shown) << "shown\n";
  std::ofstream(secret) << "secret\n";
  const Captured ended = shell(fmt::format("cat {} {}; ls {} /home /root", shown.string(),
                                           secret.string(), folder_.string()),
                               {shown});
  EXPECT_EQ(ended.out, fmt::format("shown\n{}:\nshown\n", folder_.string())) << ended.err;
  const fs::path course = fs::path(__FILE__).parent_path().parent_path().parent_path();
  EXPECT_NE(shell(fmt::format("ls {}", course.string())).status, 0);
}

TEST_P(EachLevel, ReadsWithTheRightsOfTheOtherUser) {
  if (!changes_user())
    GTEST_SKIP() << "not promised at this level";
  const fs::path closed = folder_ / "closed";
  std::ofstream(closed) << "closed\n";
  fs::permissions(closed, fs::perms(0600));
  EXPECT_NE(shell(fmt::format("cat {}", closed.string()), {closed}).status, 0);
}

TEST_P(EachLevel, HasNoNetwork) {
  if (!isolates())
    GTEST_SKIP() << "not promised at this level";
  EXPECT_THAT(shell("cat /proc/net/dev | tail -n +3 | cut -d: -f1").out, "    lo\n");
}

TEST_P(EachLevel, SeesNoOtherProcesses) {
  if (!isolates())
    GTEST_SKIP() << "not promised at this level";
  EXPECT_NE(shell(fmt::format("kill -0 {}", getpid())).status, 0);
  EXPECT_LE(std::stoi(shell("ls -d /proc/[0-9]* | wc -l").out), 5) << "bwrap, sh, ls, wc";
}

TEST_P(EachLevel, EndsWhatItsCommandLeavesBehind) {
  if (!isolates())
    GTEST_SKIP() << "the launch does it by itself";
  const std::string name = fmt::format("brigade-left-{}", getpid());
  shell(
      fmt::format("cp /bin/sleep /tmp/{0}; setsid /tmp/{0} 60 >/dev/null 2>&1 & sleep 0.1", name));
  // The kernel takes a moment for it.
  std::string found = name;
  for (int look = 0; look < 100 && found.find(name.substr(0, 15)) != found.npos; ++look) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    found = capture({"/bin/sh", "-c", "cat /proc/[0-9]*/comm 2>/dev/null"}).out;
  }
  EXPECT_THAT(found, Not(HasSubstr(name.substr(0, 15))));
}

TEST_P(EachLevel, KeepsTheGradersEnvironmentToItself) {
  if (GetParam() == SandboxLevel::none)
    GTEST_SKIP() << "not promised at this level";
  setenv("SECRET_TOKEN", "abc", 1);
  setenv("BRIGADE_TRIAL_SEED", "5", 1);
  const Captured ended = shell("env");
  unsetenv("SECRET_TOKEN");
  unsetenv("BRIGADE_TRIAL_SEED");
  EXPECT_THAT(ended.out, Not(HasSubstr("SECRET_TOKEN")));
  EXPECT_THAT(ended.out, HasSubstr("BRIGADE_TRIAL_SEED=5\n"));
  EXPECT_THAT(ended.out, HasSubstr("HOME=/tmp\n"));
}

TEST_P(EachLevel, HoldsTheNumberOfProcesses) {
  if (GetParam() == SandboxLevel::none || (GetParam() == SandboxLevel::bwrap && geteuid() == 0))
    GTEST_SKIP() << "the launch counts by itself";
  limits_.processes = 8;
  // Far fewer than would harm this machine, should the limit not hold.
  const Captured ended = shell("i=0; while [ $i -lt 150 ]; do sleep 0.3 & i=$((i+1)); done; wait");
  EXPECT_THAT(ended.err, AnyOf(HasSubstr("fork"), HasSubstr("Resource temporarily")));
}

TEST_P(EachLevel, HasASmallTmpOfItsOwn) {
  if (!isolates())
    GTEST_SKIP() << "not promised at this level";
  limits_.file_megabytes = 16;
  const std::string file = fmt::format("of_sandbox_test_{}", getpid());
  const Captured ended = shell("head -c 40000000 /dev/zero > /tmp/" + file + "; ls /tmp");
  EXPECT_THAT(ended.out, HasSubstr(file + "\n")) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("No space left"));
  EXPECT_FALSE(fs::exists("/tmp/" + file));
}

Captured run_kept(const std::string &line) {
  return capture(with_a_keeper({"/bin/sh", "-c", line}));
}

TEST(AKeeper, EndsAsItsCommandDoes) {
  EXPECT_EQ(run_kept("exit 7").status, 7);
  for (const int signal : {SIGSEGV, SIGKILL, SIGXCPU})
    EXPECT_EQ(run_kept(fmt::format("kill -{} $$", signal)).status, 128 + signal);
  EXPECT_EQ(run_kept("echo soup; echo salt >&2").out, "soup\n");
  const Captured none = capture(with_a_keeper({"/nowhere/cook"}));
  EXPECT_EQ(none.status, 125);
  EXPECT_THAT(none.err, HasSubstr("/nowhere/cook: No such file or directory"));
}

TEST(AKeeper, IsAllThatIsKilledByWhoKillsItsParent) {
  const fs::path lived_on = fs::temp_directory_path() / fmt::format("lived-on-{}", getpid());
  EXPECT_EQ(run_kept("kill -9 $PPID; sleep 0.2; echo >" + lived_on.string()).status, 128 + SIGKILL);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  EXPECT_FALSE(fs::remove(lived_on));
}

TEST(Sandbox, SaysWhyThereIsNoStrongerLevel) {
  const SandboxOffer &offer = strongest_sandbox();
  EXPECT_EQ(offer.why_not_stronger.empty(), offer.level == SandboxLevel::bwrap_other_uid)
      << offer.why_not_stronger;
}

TEST(Sandbox, KnowsWhatOthersCanReach) {
  EXPECT_TRUE(others_can_reach("/bin/sh"));
  const fs::path folder = fmt::format("/tmp/brigade-closed-{}", getpid());
  fs::create_directories(folder);
  std::ofstream(folder / "file") << "x";
  fs::permissions(folder / "file", fs::perms(0644));
  fs::permissions(folder, fs::perms(0700));
  EXPECT_FALSE(others_can_reach(folder / "file"));
  fs::permissions(folder, fs::perms(0755));
  EXPECT_TRUE(others_can_reach(folder / "file"));
  fs::remove_all(folder);
}

} // namespace
} // namespace brigade::grader
