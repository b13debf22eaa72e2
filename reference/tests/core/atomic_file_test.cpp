#include "brigade/core/atomic_file.hpp"

#include "brigade/core/error.hpp"
#include "temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace brigade {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

std::string contents_of(const std::string &path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(WriteFile, LeavesTheFileAndNothingElse) {
  const TemporaryFolder folder;
  write_file(folder / "report.json", "{}\n");
  EXPECT_EQ(contents_of(folder / "report.json"), "{}\n");
  write_file(folder / "report.json", "{\"ranks\": 8}\n");
  EXPECT_EQ(contents_of(folder / "report.json"), "{\"ranks\": 8}\n");
  EXPECT_EQ(folder.file_count(), 1U);
}

TEST(AtomicFile, WithoutCommitLeavesWhatWasThere) {
  const TemporaryFolder folder;
  write_file(folder / "old", "old");
  for (const char *name : {"old", "new"}) {
    AtomicFile file(folder / name);
    file.write("half of");
  }
  EXPECT_EQ(contents_of(folder / "old"), "old");
  EXPECT_EQ(folder.file_count(), 1U);
}

TEST(AtomicFile, IsNotSeenBeforeCommit) {
  const TemporaryFolder folder;
  AtomicFile file(folder / "trace");
  file.write("all of it");
  EXPECT_FALSE(fs::exists(folder / "trace"));
  file.commit();
  EXPECT_EQ(contents_of(folder / "trace"), "all of it");
}

TEST(AtomicFile, FollowsLinksAndKeepsPermissions) {
  const TemporaryFolder folder;
  write_file(folder / "real", "before");
  fs::permissions(folder / "real", fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("real", folder / "link");
  write_file(folder / "link", "after");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(contents_of(folder / "real"), "after");
  EXPECT_EQ(fs::status(folder / "real").permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("not yet", folder / "dangling");
  write_file(folder / "dangling", "made");
  EXPECT_EQ(contents_of(folder / "not yet"), "made");
}

TEST(AtomicFile, NeverReplacesADevice) {
  check_writable("/dev/null");
  write_file("/dev/null", "gone");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

#ifdef __linux__ // which has a device that is always full
TEST(AtomicFile, AFullDiskIsAFailureOfTheWork) {
  try {
    write_file("/dev/full", "x");
    ADD_FAILURE() << "nothing was reported";
  } catch (const Error &error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("/dev/full"), HasSubstr("No space left")));
    EXPECT_EQ(error.exit_status(), 1);
  }
}
#endif

TEST(CheckWritable, ChangesNothing) {
  const TemporaryFolder folder;
  check_writable(folder / "new");
  EXPECT_EQ(folder.file_count(), 0U);
  write_file(folder / "old", "old");
  check_writable(folder / "old");
  EXPECT_EQ(contents_of(folder / "old"), "old");
  EXPECT_EQ(folder.file_count(), 1U);
}

TEST(CheckWritable, NamesThePathAndTheReason) {
  const TemporaryFolder folder;
  write_file(folder / "file", "");
  EXPECT_THAT(
      [&] { check_writable(folder / "missing/report.json"); },
      ThrowsMessage<InputError>(AllOf(HasSubstr("cannot write " + folder / "missing/report.json"),
                                      HasSubstr("missing does not exist"))));
  EXPECT_THAT([&] { check_writable(folder / ""); },
              ThrowsMessage<InputError>(HasSubstr("is a folder")));
  EXPECT_THAT([&] { check_writable(folder / "."); },
              ThrowsMessage<InputError>(HasSubstr("is a folder")));
  EXPECT_THAT([&] { check_writable(folder / "new/"); },
              ThrowsMessage<InputError>(HasSubstr("folder")));
  EXPECT_THAT([&] { check_writable(folder / "file/report.json"); },
              ThrowsMessage<InputError>(HasSubstr("file is not a folder")));
  EXPECT_THAT([] { check_writable(""); }, ThrowsMessage<InputError>(HasSubstr("path is empty")));
  fs::create_symlink("b", folder / "a");
  fs::create_symlink("a", folder / "b");
  EXPECT_THAT([&] { check_writable(folder / "a"); },
              ThrowsMessage<InputError>(HasSubstr("circle")));
  EXPECT_THROW(check_writable("/proc/report.json"), InputError);
  EXPECT_THROW(AtomicFile("/proc/report.json"), InputError);
  EXPECT_THROW(check_writable(folder / std::string(300, 'x')), InputError);
}

} // namespace
} // namespace brigade
