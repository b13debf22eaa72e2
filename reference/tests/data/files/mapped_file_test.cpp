#include "brigade/data/files/mapped_file.hpp"

#include "brigade/core/error.hpp"
#include "data/sample_files.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <type_traits>

namespace brigade {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::TemporaryFolder;
using ::testing::ThrowsMessage;

static_assert(!std::is_copy_constructible_v<MappedFile>);
static_assert(std::is_nothrow_move_constructible_v<MappedFile>);

TEST(MappedFile, ShowsTheBytesOfTheFileAlsoAfterAMove) {
  const TemporaryFolder folder;
  folder.write("three", {1, 2, 255});
  MappedFile first(folder.file("three"));
  const MappedFile file(std::move(first));
  ASSERT_EQ(file.bytes().size(), 3u);
  EXPECT_EQ(file.bytes()[0], std::byte{1});
  EXPECT_EQ(file.bytes()[2], std::byte{255});
  EXPECT_EQ(file.path(), folder.file("three"));
}

TEST(MappedFile, AnEmptyFileHasNoBytes) {
  const TemporaryFolder folder;
  folder.write("empty", {});
  EXPECT_TRUE(MappedFile(folder.file("empty")).bytes().empty());
}

TEST(MappedFile, AMissingFileIsNamedWithTheReason) {
  const TemporaryFolder folder;
  const std::string path = folder.file("absent");
  EXPECT_THAT([&] { MappedFile{path}; },
              ThrowsMessage<InputError>(AllOf(HasSubstr(path), HasSubstr("No such file"))));
}

TEST(MappedFile, AFolderAndAPipeAreNotFiles) {
  const TemporaryFolder folder;
  EXPECT_THAT([&] { MappedFile{folder.path()}; },
              ThrowsMessage<InputError>(HasSubstr("expected a regular file, found a folder")));
  ASSERT_EQ(::mkfifo(folder.file("pipe").c_str(), 0600), 0);
  EXPECT_THAT([&] { MappedFile{folder.file("pipe")}; },
              ThrowsMessage<InputError>(HasSubstr("expected a regular file")));
}

/// Root may read everything, so the test takes the rights of another user as long as this object
/// lives.
class AsOrdinaryUser {
public:
  AsOrdinaryUser() : changed_(::geteuid() == 0 && ::seteuid(65534) == 0) {}
  ~AsOrdinaryUser() {
    if (changed_ && ::seteuid(0) != 0)
      std::abort();
  }

private:
  bool changed_;
};

TEST(MappedFile, AFileWithoutPermissionIsNamedWithTheReason) {
  const TemporaryFolder folder;
  ASSERT_EQ(::chmod(folder.path().c_str(), 0755), 0);
  folder.write("secret", {1});
  const std::string path = folder.file("secret");
  ASSERT_EQ(::chmod(path.c_str(), 0), 0);
  const AsOrdinaryUser user;
  EXPECT_THAT([&] { MappedFile{path}; },
              ThrowsMessage<InputError>(AllOf(HasSubstr(path), HasSubstr("Permission denied"))));
}

} // namespace
} // namespace brigade
