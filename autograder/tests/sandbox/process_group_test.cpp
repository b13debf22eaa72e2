#include "grader/sandbox/process_group.hpp"

#include "grader/sandbox/sandbox.hpp"

#include "brigade/core/atomic_file.hpp"
#include "brigade/core/read_file.hpp"
#include "brigade/supervisor/capture.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Gt;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Le;

/// Groups of this process below the folders where groups are made.
std::vector<fs::path> groups_left() {
  std::vector<fs::path> left;
  for (const fs::path &folder :
       group_folders(read_file("/proc/self/cgroup"), read_file("/proc/self/mountinfo"))) {
    std::error_code none;
    for (const fs::directory_entry &entry : fs::directory_iterator(folder, none))
      if (entry.path().filename().string().starts_with(fmt::format("brigade-{}-", getpid())))
        left.push_back(entry.path());
  }
  return left;
}

/// Starts 100 programs at once, and says how many there were when they have all ended.
constexpr const char *kForkBomb =
    "for i in $(seq 100); do (sleep 2 & echo started) 2>/dev/null; done | wc -l";

class AProcessGroup : public ::testing::TestWithParam<SandboxLevel> {
protected:
  void SetUp() override {
    if (!why_no_process_group().empty())
      GTEST_SKIP() << why_no_process_group();
    if (GetParam() < strongest_sandbox().level)
      GTEST_SKIP() << strongest_sandbox().why_not_stronger;
  }
  int started(const ProcessGroup &group) const {
    Limits limits;
    limits.processes = 10'000; // so that no other limit holds it
    const Captured ended =
        capture(group.holding(sandboxed({"/bin/sh", "-c", kForkBomb}, GetParam(), limits, {}, {})));
    return std::atoi(ended.out.c_str());
  }
};
INSTANTIATE_TEST_SUITE_P(Levels, AProcessGroup,
                         ::testing::Values(SandboxLevel::bwrap_other_uid, SandboxLevel::bwrap,
                                           SandboxLevel::none));

TEST_P(AProcessGroup, HoldsTheNumberOfProcessesOfRootToo) {
  constexpr int kMost = 40;
  EXPECT_THAT(started(ProcessGroup(kMost)), AllOf(Gt(5), Le(kMost)));
  if (GetParam() == SandboxLevel::none) {
    EXPECT_EQ(started(ProcessGroup(1000)), 100) << "it is this limit that held them";
  }
}

TEST(ProcessGroups, LeaveNothingBehind) {
  if (!why_no_process_group().empty())
    GTEST_SKIP() << why_no_process_group();
  {
    const ProcessGroup group(20), other(20);
    EXPECT_EQ(capture(group.holding({"/bin/sh", "-c", "exit 7"})).status, 7);
    EXPECT_EQ(groups_left().size(), 2U);
  }
  EXPECT_THAT(groups_left(), IsEmpty());
}

TEST(ProcessGroups, AreNamedInWhatReportsSay) {
  const std::string words = sandbox_in_words(SandboxLevel::none);
  EXPECT_THAT(words, HasSubstr(std::string(to_string(SandboxLevel::none))));
  EXPECT_THAT(words, HasSubstr(why_no_process_group().empty() ? "the kernel counts its processes "
                                                                "(cgroup)"
                                                              : "the grader alone counts"));
}

TEST(GroupFolders, AreThoseOfThePidsController) {
  EXPECT_THAT(group_folders("9:name=systemd:/\n8:pids:/user.slice\n7:cpu,cpuacct:/\n",
                            "30 24 0:26 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"
                            "31 24 0:27 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup "
                            "rw,pids\n"),
              ElementsAre("/sys/fs/cgroup/pids/user.slice"));
}

TEST(GroupFolders, AreBelowWhatAContainerSees) {
  const std::string mounts = "31 24 0:27 /docker/abc /cgroups/pids rw - cgroup cgroup rw,pids\n";
  EXPECT_THAT(group_folders("8:pids:/docker/abc/job\n", mounts), ElementsAre("/cgroups/pids/job"));
  EXPECT_THAT(group_folders("8:pids:/docker/abcd\n", mounts), IsEmpty());
}

TEST(GroupFolders, OfTheUnifiedHierarchyAreWhereTheControllerIsOnBelow) {
  const fs::path root = fmt::format("/tmp/brigade-groups-{}", getpid());
  const fs::path user = root / "user.slice/user-1000.slice";
  fs::create_directories(user / "app.scope");
  write_file(root / "cgroup.subtree_control", "cpu memory\n");
  write_file(user.parent_path() / "cgroup.subtree_control", "memory pids\n");
  write_file(user / "cgroup.subtree_control", "cpu pids memory\n");
  write_file(user / "app.scope/cgroup.subtree_control", "\n");
  EXPECT_THAT(
      group_folders("0::/user.slice/user-1000.slice/app.scope\n",
                    fmt::format("29 23 0:26 / {} rw - cgroup2 cgroup2 rw\n", root.string())),
      ElementsAre(user, user.parent_path()));
  fs::remove_all(root);
}

TEST(GroupFolders, AreNoneWhereThereAreNoCgroups) {
  EXPECT_THAT(group_folders("", ""), IsEmpty());
  EXPECT_THAT(group_folders("8:pids:/\n", "22 1 0:20 / / rw - ext4 /dev/vda rw\n"), IsEmpty());
}

} // namespace
} // namespace brigade::grader
