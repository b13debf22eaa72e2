#include "brigade/supervisor/shared_memory.hpp"

#include <gmock/gmock.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>

using namespace brigade;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
namespace fs = std::filesystem;

namespace {

class SharedMemory : public ::testing::Test {
protected:
  SharedMemory() {
    std::string name = fs::temp_directory_path() / "shared_memory_XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~SharedMemory() override { fs::remove_all(folder_); }

  fs::path make(const std::string &name) const {
    std::ofstream(folder_ / name) << std::string(4096, 'x');
    return folder_ / name;
  }

  fs::path folder_;
};

/// A process of a job that holds a file open, here this one.
class User {
public:
  User(MemorySweep &sweep, const fs::path &file) : descriptor_(open(file.c_str(), O_RDONLY)) {
    sweep.note_users(std::array{getpid()});
  }
  User(const User &) = delete;
  User &operator=(const User &) = delete;
  ~User() { close(descriptor_); }
  int descriptor() const { return descriptor_; }

private:
  int descriptor_;
};

TEST_F(SharedMemory, OfADeadJobIsSwept) {
  for (const char *name :
       {"ucx_shm_posix_1234abcd", "mpich_shar_tmpAbCdEf", "brigade-0123456789"}) {
    MemorySweep sweep(folder_);
    const fs::path file = make(name);
    { const User user(sweep, file); }
    EXPECT_THAT(sweep.sweep(), ElementsAre(file));
    EXPECT_FALSE(fs::exists(file));
  }
}

TEST_F(SharedMemory, ThatNoProcessOfTheJobWasSeenToUseStays) {
  MemorySweep sweep(folder_);
  const fs::path own = make("mpich_shar_tmpAbCdEf");
  { const User user(sweep, own); }
  const fs::path file = make("ucx_shm_posix_1234abcd");
  EXPECT_THAT(sweep.sweep(), ElementsAre(own));
  EXPECT_THAT(orphaned_memory(folder_), ElementsAre(file));
}

TEST_F(SharedMemory, OfOtherNamesStays) {
  MemorySweep sweep(folder_);
  { const User user(sweep, make("someone_elses")); }
  EXPECT_THAT(sweep.sweep(), IsEmpty());
}

TEST_F(SharedMemory, OfAUserWithoutAnAccountGoesWhateverItsName) {
  make("someone_elses");
  fs::create_directory(folder_ / "below");
  fs::create_symlink("/etc", folder_ / "link");
  EXPECT_THAT(sweep_files_of(geteuid() + 1, folder_), IsEmpty());
  EXPECT_THAT(sweep_files_of(geteuid(), folder_),
              ElementsAre(folder_ / "below", folder_ / "link", folder_ / "someone_elses"));
  EXPECT_TRUE(fs::is_empty(folder_));
  EXPECT_TRUE(fs::exists("/etc")) << "links are not followed";
}

TEST_F(SharedMemory, ThatAProcessHasOpenStays) {
  MemorySweep sweep(folder_);
  const fs::path file = make("mpich_shar_tmpAbCdEf");
  {
    const User user(sweep, file);
    EXPECT_THAT(sweep.sweep(), IsEmpty());
  }
  EXPECT_THAT(sweep.sweep(), ElementsAre(file));
}

TEST_F(SharedMemory, ThatAProcessHasMappedStays) {
  MemorySweep sweep(folder_);
  const fs::path file = make("mpich_shar_tmpAbCdEf");
  void *memory = MAP_FAILED;
  {
    const User user(sweep, file);
    memory = mmap(nullptr, 4096, PROT_READ, MAP_SHARED, user.descriptor(), 0);
  }
  ASSERT_NE(memory, MAP_FAILED);
  EXPECT_THAT(sweep.sweep(), IsEmpty());
  munmap(memory, 4096);
  EXPECT_THAT(sweep.sweep(), ElementsAre(file));
}

} // namespace
