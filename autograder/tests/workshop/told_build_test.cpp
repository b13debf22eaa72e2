#include "grader/workshop/told_build.hpp"

#include "brigade/supervisor/capture.hpp"

#include <gmock/gmock.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

TEST(ABuild, IsToldLineByLineAndKeptWhole) {
  std::vector<std::string> told;
  const ToldBuild build =
      build_and_tell({"sh", "-c", "echo one; echo 'a word' >&2; printf 'no end'; exit 3"},
                     [&](std::string_view line) { told.emplace_back(line); });
  EXPECT_EQ(build.status, 3);
  EXPECT_EQ(build.output, "one\na word\nno end");
  EXPECT_THAT(told, ElementsAre("one", "a word", "no end"));
}

TEST(ABuild, NeedsNobodyWhoIsTold) {
  EXPECT_EQ(build_and_tell({"sh", "-c", "echo built"}, nullptr).output, "built\n");
}

TEST(ABuild, IsToldToWaitWhileItWaits) {
  if (capture({"sh", "-c", "command -v flock"}).status != 0)
    GTEST_SKIP() << "there is no flock";
  std::string name = (fs::temp_directory_path() / "brigade-build-XXXXXX").string();
  const fs::path folder = ::mkdtemp(name.data());
  const int lock = open((folder / "release.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  ASSERT_EQ(flock(lock, LOCK_EX), 0); // as another build has it
  std::vector<std::string> told;
  const ToldBuild build =
      build_and_tell({ALONE, (folder / "release").string(), "echo", "built"},
                     [&](std::string_view line) {
                       told.emplace_back(line);
                       flock(lock, LOCK_UN); // else the build never begins
                     });
  EXPECT_EQ(build.status, 0);
  EXPECT_THAT(told, ElementsAre("another ./kitchen is building; waiting", "built"));
  close(lock);
  fs::remove_all(folder);
}

} // namespace
} // namespace brigade::grader
