#include "grader/course_check/scratch_folder.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

/// Of a process that has come to its end.
pid_t dead_process() {
  const pid_t child = fork();
  if (child == 0)
    _exit(0);
  waitpid(child, nullptr, 0);
  return child;
}

TEST(ScratchFolder, TakesAwayItsOwnAndWhatKilledProcessesLeft) {
  const fs::path parent = fs::path(testing::TempDir()) / ("scratch" + std::to_string(getpid()));
  const auto make = [&](const std::string &name) {
    fs::create_directories(parent / name);
    std::ofstream(parent / name / "file") << "something";
    return parent / name;
  };
  const fs::path killed = make("check-" + std::to_string(dead_process())),
                 alive = make("check-" + std::to_string(getppid())), no_number = make("check-in"),
                 other = make("grade-" + std::to_string(dead_process()));
  fs::path own;
  {
    const ScratchFolder folder(parent, "check");
    own = folder.path();
    fs::create_directories(own / "inside");
    EXPECT_FALSE(fs::exists(killed));
    for (const fs::path &kept : {alive, no_number, other})
      EXPECT_TRUE(fs::exists(kept / "file")) << kept;
  }
  EXPECT_FALSE(fs::exists(own));
  fs::remove_all(parent);
  EXPECT_NO_THROW(ScratchFolder(parent, "check")); // which is not there yet
}

} // namespace
} // namespace brigade::grader
