#include "brigade/core/read_file.hpp"

#include "brigade/core/atomic_file.hpp"
#include "brigade/core/error.hpp"
#include "temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <thread>

namespace brigade {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(ReadFile, GivesEveryByte) {
  const TemporaryFolder folder;
  for (const std::string &text : {std::string(), std::string("two\r\nlines"),
                                  std::string("\0\xff\x1a", 3), std::string(200'000, 'x')}) {
    write_file(folder / "file", text);
    EXPECT_EQ(read_file(folder / "file"), text);
    EXPECT_EQ(read_file_if_any(folder / "file"), text);
  }
}

TEST(ReadFile, SaysWhatIsWrongWithThePath) {
  const TemporaryFolder folder;
  EXPECT_THAT([&] { read_file(folder / "none"); },
              ThrowsMessage<InputError>(
                  AllOf(HasSubstr(folder / "none"), HasSubstr("No such file or directory"))));
  fs::create_directory(folder / "sub");
  EXPECT_THAT([&] { read_file(folder / "sub"); },
              ThrowsMessage<InputError>(AllOf(HasSubstr(folder / "sub"), HasSubstr("folder"))));
  EXPECT_THAT([] { read_file(""); }, ThrowsMessage<InputError>(HasSubstr("the path is empty")));
}

TEST(ReadFile, HasNothingWhereThereIsNoFile) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "sub");
  for (const std::string &path : {folder / "none", folder / "sub", std::string()})
    EXPECT_EQ(read_file_if_any(path), std::nullopt) << path;
}

TEST(ReadFile, ReadsAPipeToItsEnd) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const std::string text(300'000, 'p'); // more than a pipe holds
  std::thread writer([&] {
    for (std::size_t at = 0; at < text.size();)
      at += static_cast<std::size_t>(
          std::max<ssize_t>(0, write(ends[1], text.data() + at, text.size() - at)));
    close(ends[1]);
  });
  EXPECT_EQ(read_file("/dev/fd/" + std::to_string(ends[0])), text);
  writer.join();
  close(ends[0]);
}

} // namespace
} // namespace brigade
