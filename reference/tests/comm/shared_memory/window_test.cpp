#include "brigade/comm/shared_memory/window.hpp"

#include "brigade/comm/shared_memory/barrier.hpp"
#include "brigade/core/error.hpp"
#include "comm/shared_memory/shared_world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

namespace brigade {
namespace {

TEST(SharedWindow, GivesZeroedMemoryThatTheOthersReach) {
  SharedWindow &window = shared_world();
  const SharedGroup world = shared_world_group();
  const auto rank = static_cast<std::size_t>(window.rank());
  auto *mine = static_cast<int *>(window.allocate((rank + 1) * sizeof(int)));
  ASSERT_NE(mine, nullptr);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(mine) % 64, 0u);
  for (std::size_t i = 0; i <= rank; ++i) {
    EXPECT_EQ(mine[i], 0);
    mine[i] = window.rank() * 10;
  }
  const SharedPlace own = window.place_in_arena(mine, (rank + 1) * sizeof(int));
  ASSERT_TRUE(window.is_in_arena(own));
  const Signature signature(SharedKind::all_gather, 0, 0);
  world.post(signature, own);
  world.receive(signature, own);
  for (int member = 0; member < world.size(); ++member) {
    const auto *theirs = reinterpret_cast<const int *>(
        window.address_of(world.places()[static_cast<std::size_t>(member)]));
    EXPECT_EQ(theirs[0], member * 10);
    EXPECT_EQ(theirs[member], member * 10);
  }
  shared_barrier(world);
}

TEST(SharedWindow, KnowsWhatLiesInTheArena) {
  SharedWindow &window = shared_world();
  std::byte *arena = shared_arena(4096);
  int elsewhere = 0;
  EXPECT_TRUE(window.place_in_arena(arena + 96, 4000));
  EXPECT_FALSE(window.place_in_arena(&elsewhere, sizeof elsewhere));
  EXPECT_FALSE(window.place_in_arena(arena, std::size_t{1} << 40)); // begins inside, ends outside
  EXPECT_EQ(window.address_of(window.place_in_arena(arena + 96, 4)), arena + 96);
  EXPECT_FALSE(window.is_in_arena(window.acquire_staging().place));
}

TEST(SharedWindow, RefusesOnAllRanksWhereThereIsTooLittleAndGoesOn) {
  std::string failure;
  EXPECT_EQ(shared_world().allocate(std::size_t{1} << 50, &failure), nullptr);
  EXPECT_THAT(failure, testing::HasSubstr("bytes of shared memory"));
  EXPECT_NE(shared_world().allocate(64), nullptr);
}

TEST(SharedWindow, TellsPlacesOnlyOfRanksOnThisNode) {
  const int last = shared_world().ranks() - 1;
  EXPECT_EQ(shared_world().places_of(std::vector{last, 0}), (std::vector{last, 0}));
  EXPECT_EQ(shared_world().places_of(std::vector{0, last + 1}), std::nullopt);
}

TEST(SharedMailboxes, TakeAtLeastAFewNumbersHoweverManyRanksThereAre) {
  EXPECT_GE(SharedMailboxes::capacity(8), 4096u);
  for (int ranks : {1, 2, 16, 64, 256, 1024})
    EXPECT_GE(SharedMailboxes::capacity(ranks), 64u);
}

TEST(SharedBarrier, LetsNobodyOutBeforeTheLastIsIn) {
  const SharedGroup world = shared_world_group();
  auto &entered = *reinterpret_cast<std::atomic<int> *>(shared_arena(4096));
  if (world.rank() == 0) {
    std::byte *memory = shared_arena(4096);
    std::memset(memory, 0, 64);
  }
  const SharedPlace own = shared_world().place_in_arena(&entered, sizeof entered);
  const Signature signature(SharedKind::all_gather, 0, 0);
  world.post(signature, own);
  world.receive(signature, own);
  auto &counter =
      *reinterpret_cast<std::atomic<int> *>(shared_world().address_of(world.places()[0]));
  for (int round = 1; round <= 500; ++round) {
    counter.fetch_add(1);
    shared_barrier(world);
    EXPECT_GE(counter.load(), round * world.size());
    shared_barrier(world);
    EXPECT_LE(counter.load(), (round + 1) * world.size());
  }
}

TEST(SharedBarrier, ToldOfAnotherCollectiveNamesBoth) {
  const SharedGroup world = shared_world_group();
  if (world.size() == 1)
    return; // nobody to disagree with
  const bool last = world.rank() == world.size() - 1;
  const auto disagree = [&] {
    if (last)
      return shared_barrier(world);
    const Signature signature(SharedKind::all_reduce, 0, 12);
    world.post(signature);
    world.receive(signature);
  };
  try {
    disagree();
    FAIL() << "a barrier met an all_reduce";
  } catch (const Error &error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("barrier"));
    EXPECT_THAT(error.what(), testing::HasSubstr("all_reduce of 12 bytes"));
  }
  shared_barrier(world); // the numbers still agree
}

TEST(SharedWait, LetsStartedMessagesAdvance) {
  const SharedGroup world = shared_world_group();
  if (world.size() == 1)
    return; // nobody to wait for
  // The last rank enters only after a message that rank 0 sends from inside its wait.
  constexpr int kTag = 4713;
  bool sent = false;
  if (world.rank() == 0)
    shared_world().set_progress([&] {
      if (!std::exchange(sent, true))
        MPI_Send(nullptr, 0, MPI_BYTE, world.size() - 1, kTag, MPI_COMM_WORLD);
      return false;
    });
  if (world.rank() == world.size() - 1)
    MPI_Recv(nullptr, 0, MPI_BYTE, 0, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  shared_barrier(world);
  shared_world().set_progress({});
  EXPECT_EQ(sent, world.rank() == 0);
}

} // namespace
} // namespace brigade
