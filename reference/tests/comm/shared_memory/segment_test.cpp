#include "brigade/comm/shared_memory/segment.hpp"

#include "brigade/core/error.hpp"
#include "comm/shared_memory/shared_world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/mman.h>

#include <algorithm>

namespace brigade {
namespace {

constexpr std::size_t kMoreThanThereIs = std::size_t{1} << 52;

std::vector<int> all_ranks() {
  const SharedGroup world = shared_world_group();
  return {world.members().begin(), world.members().end()};
}

TEST(SharedSegment, IsSeenByEveryoneWhoOpensItAndHasNoNameAfterwards) {
  SharedSegment made = SharedSegment::create(1000);
  SharedSegment opened = SharedSegment::open(made.name(), 1000);
  made.unlink();
  EXPECT_EQ(::shm_open(made.name().c_str(), O_RDWR, 0600), -1);
  EXPECT_NE(made.data(), opened.data());
  EXPECT_TRUE(std::all_of(opened.data(), opened.data() + 1000,
                          [](std::byte b) { return b == std::byte{0}; }));
  made.data()[999] = std::byte{42};
  EXPECT_EQ(opened.data()[999], std::byte{42});
}

TEST(SharedSegment, RemovesItsNameWhenItIsDestroyedBeforeUnlink) {
  std::string name;
  {
    const SharedSegment made = SharedSegment::create(1);
    name = made.name();
  }
  EXPECT_EQ(::shm_open(name.c_str(), O_RDWR, 0600), -1);
}

TEST(SharedSegment, SaysHowMuchItWantedWhereThereIsTooLittle) {
  try {
    SharedSegment::create(kMoreThanThereIs);
    FAIL() << "made " << kMoreThanThereIs << " bytes";
  } catch (const MachineError &error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(std::to_string(kMoreThanThereIs)));
    EXPECT_THAT(error.what(), testing::HasSubstr("/dev/shm"));
  }
}

TEST(SharedSegment, OfANameThatIsNotThereIsAnError) {
  EXPECT_THROW(SharedSegment::open("/brigade-nobody-made-this", 64), MachineError);
}

TEST(ShareMemory, GivesEachRankThePartThatItAskedFor) {
  const std::vector<int> ranks = all_ranks();
  const auto rank = static_cast<std::size_t>(shared_world().rank());
  const auto bytes_of = [](std::size_t r) { return r * 100; }; // rank 0 wants nothing
  const SharedParts parts = share_memory(MPI_COMM_WORLD, ranks, 4712, bytes_of(rank));
  ASSERT_EQ(parts.failure, "");
  ASSERT_EQ(parts.offsets.size(), ranks.size());
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    EXPECT_EQ(parts.offsets[r] % 64, 0u);
    EXPECT_LE(parts.offsets[r] + bytes_of(r),
              r + 1 < ranks.size() ? parts.offsets[r + 1] : parts.memory.size());
  }
  std::fill_n(parts.memory.data() + parts.offsets[rank], bytes_of(rank),
              static_cast<std::byte>(rank + 1));
  MPI_Barrier(MPI_COMM_WORLD);
  for (std::size_t r = 0; r < ranks.size(); ++r)
    for (std::size_t i = 0; i < bytes_of(r); ++i)
      ASSERT_EQ(parts.memory.data()[parts.offsets[r] + i], static_cast<std::byte>(r + 1));
  MPI_Barrier(MPI_COMM_WORLD);
}

TEST(ShareMemory, FailsOnAllRanksWithTheReasonWhereOneAsksForTooMuch) {
  const std::vector<int> ranks = all_ranks();
  const bool last = shared_world().rank() == static_cast<int>(ranks.size()) - 1;
  const SharedParts parts = share_memory(MPI_COMM_WORLD, ranks, 4712, last ? kMoreThanThereIs : 64);
  EXPECT_THAT(parts.failure, testing::HasSubstr("bytes of shared memory"));
  EXPECT_EQ(parts.memory.data(), nullptr);
}

} // namespace
} // namespace brigade
