#include "brigade/supervisor/shared_memory.hpp"

#include <gmock/gmock.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

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

TEST_F(SharedMemory, OfADeadJobIsSwept) {
  const MemorySweep sweep(folder_);
  const fs::path file = make("ucx_shm_posix_1234abcd");
  EXPECT_THAT(sweep.sweep(), ElementsAre(file));
  EXPECT_FALSE(fs::exists(file));
}

TEST_F(SharedMemory, ThatWasThereBeforeStays) {
  const fs::path file = make("ucx_shm_posix_1234abcd");
  EXPECT_THAT(MemorySweep(folder_).sweep(), IsEmpty());
  EXPECT_THAT(orphaned_memory(folder_), ElementsAre(file));
}

TEST_F(SharedMemory, OfOtherNamesStays) {
  const MemorySweep sweep(folder_);
  make("someone_elses");
  EXPECT_THAT(sweep.sweep(), IsEmpty());
}

TEST_F(SharedMemory, ThatAProcessHasOpenStays) {
  const MemorySweep sweep(folder_);
  const fs::path file = make("mpich_shar_tmpAbCdEf");
  const int descriptor = open(file.c_str(), O_RDONLY);
  EXPECT_THAT(sweep.sweep(), IsEmpty());
  close(descriptor);
  EXPECT_THAT(sweep.sweep(), ElementsAre(file));
}

TEST_F(SharedMemory, ThatAProcessHasMappedStays) {
  const MemorySweep sweep(folder_);
  const fs::path file = make("mpich_shar_tmpAbCdEf");
  const int descriptor = open(file.c_str(), O_RDONLY);
  void *const memory = mmap(nullptr, 4096, PROT_READ, MAP_SHARED, descriptor, 0);
  close(descriptor);
  ASSERT_NE(memory, MAP_FAILED);
  EXPECT_THAT(sweep.sweep(), IsEmpty());
  munmap(memory, 4096);
  EXPECT_THAT(sweep.sweep(), ElementsAre(file));
}

} // namespace
