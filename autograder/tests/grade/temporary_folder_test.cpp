#include "grader/launch/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

/// The folder of a process that was killed while it had it.
fs::path folder_of_killed() {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    const TemporaryFolder folder("brigade-killed");
    std::ofstream(folder.path() / "file") << "something";
    const std::string path = folder.path().string();
    if (write(ends[1], path.data(), path.size()) > 0)
      raise(SIGKILL);
    _exit(1);
  }
  close(ends[1]);
  std::string path(4096, '\0');
  path.resize(
      static_cast<std::size_t>(std::max<ssize_t>(0, read(ends[0], path.data(), path.size()))));
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return path;
}

/// In a folder for temporary files of its own: other graders of the machine clear the system's.
class ATemporaryFolder : public ::testing::Test {
protected:
  ATemporaryFolder()
      : system_(fs::temp_directory_path()),
        parent_(system_ / ("brigade-temporary-" + std::to_string(getpid()))) {
    fs::create_directory(parent_);
    setenv("TMPDIR", parent_.c_str(), 1);
  }
  ~ATemporaryFolder() override {
    setenv("TMPDIR", system_.c_str(), 1);
    fs::remove_all(parent_);
  }

  fs::path system_, parent_;
};

TEST_F(ATemporaryFolder, GoesWithTheObject) {
  fs::path path;
  {
    const TemporaryFolder folder("brigade-own");
    path = folder.path();
    std::ofstream(path / "file") << "something";
    EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_all);
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(ATemporaryFolder, IsNoOtherFolderWithALockOfItsOwn) {
  const fs::path results = parent_ / "brigade-results"; // of a batch that has ended
  fs::create_directory(results);
  for (const char *name : {"batch.lock", "in-use", "lock"}) {
    ASSERT_TRUE(FileLock(results / name).is_held());
    remove_left_folders(parent_);
    EXPECT_TRUE(fs::exists(results)) << name;
  }
}

TEST_F(ATemporaryFolder, OfAKilledProcessIsRemovedAndOfALivingOneKept) {
  const TemporaryFolder alive("brigade-alive");
  const fs::path left = folder_of_killed();
  ASSERT_TRUE(fs::exists(left / "file"));
  const fs::path others = parent_ / "brigade-others"; // somebody's who writes no such file
  fs::create_directory(others);
  remove_left_folders(parent_);
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(fs::exists(alive.path()));
  EXPECT_TRUE(fs::exists(others));
}

TEST_F(ATemporaryFolder, LiesElsewhereWhereThatIsAskedForAndClearsThatPlace) {
  const fs::path left = folder_of_killed(), place = parent_ / "place";
  fs::create_directory(place);
  fs::rename(left, place / left.filename());
  const TemporaryFolder first("brigade-own", place);
  EXPECT_EQ(first.path().parent_path(), place);
  EXPECT_FALSE(fs::exists(place / left.filename()));
  const TemporaryFolder second("brigade-own", place / "not" / "yet");
  EXPECT_TRUE(fs::is_directory(second.path()));
  EXPECT_TRUE(fs::exists(first.path()));
}

TEST_F(ATemporaryFolder, IsNotRemovedThroughALink) {
  const fs::path left = folder_of_killed(), links = parent_ / "links";
  fs::create_directory(links);
  fs::create_directory_symlink(left, links / "brigade-link");
  remove_left_folders(links);
  EXPECT_TRUE(fs::exists(left / "file"));
}

TEST_F(ATemporaryFolder, OfAnotherUserIsKept) {
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can give a folder away";
  const fs::path left = folder_of_killed();
  constexpr uid_t kNobody = 65534;
  ASSERT_EQ(chown(left.c_str(), kNobody, static_cast<gid_t>(-1)), 0);
  remove_left_folders(parent_);
  EXPECT_TRUE(fs::exists(left / "file"));
}

} // namespace
} // namespace brigade::grader
