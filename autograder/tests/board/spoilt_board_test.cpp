#include "grader/launch/board_watch.hpp"

#include "brigade/tracer/board/layout.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <random>
#include <span>
#include <string>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;
using board::Board;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr int kRanks = 3;

/// A board as a student's program has it in its memory, and the grader that reads it.
class SpoiltBoard : public ::testing::Test {
protected:
  void SetUp() override {
    file_ = open(path_.c_str(), O_RDWR | O_CLOEXEC);
    ASSERT_GE(file_, 0);
    memory_ = mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
    ASSERT_NE(memory_, MAP_FAILED);
    ranks_ = fork();
    if (ranks_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL); // should the reader crash
      hold_ranks();
      pause();
      _exit(0);
    }
    for (int turn = 0; turn < 200 && watch_.processes().back() == 0; ++turn)
      usleep(10'000);
    ASSERT_EQ(watch_.processes().back(), ranks_);
  }
  void TearDown() override {
    kill(ranks_, SIGKILL);
    waitpid(ranks_, nullptr, 0);
    munmap(memory_, sizeof(Board));
    close(file_);
    fs::remove(path_);
  }

  /// A rank that lives holds its byte of the file; here one process is all of them.
  void hold_ranks() const {
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_len = kRanks;
    fcntl(file_, F_SETLK, &lock);
  }

  Board &board() { return *static_cast<Board *>(memory_); }

  /// Everything that the grader asks of a board.
  void ask_all() {
    EXPECT_THAT(watch_.roll_call(), SizeIs(kRanks));
    EXPECT_THAT(watch_.while_others(1, "is gone"), HasSubstr("is gone"));
    watch_.ended_early();
    watch_.hung();
    watch_.mismatched();
    watch_.failed();
    EXPECT_LE(watch_.notes().size(), 4U * kRanks);
    EXPECT_THAT(watch_.processes(), SizeIs(kRanks));
  }

  fs::path path_ = fmt::format("/tmp/brigade-spoilt-board-{}", getpid());
  BoardWatch watch_{path_, kRanks, fs::read_symlink("/proc/self/exe"), {fs::path(__FILE__)}};
  int file_ = -1;
  pid_t ranks_ = 0;
  void *memory_ = nullptr;
};

class SpoiltWith : public SpoiltBoard, public ::testing::WithParamInterface<int> {};
INSTANTIATE_TEST_SUITE_P(Bytes, SpoiltWith, ::testing::Values(0x00, 0x01, 0x02, 0x41, 0x7f, 0xff));

TEST_P(SpoiltWith, TheGraderReadsOn) {
  std::memset(memory_, GetParam(), sizeof(Board));
  ask_all();
}

TEST_F(SpoiltBoard, RandomBytesAreReadOn) {
  std::mt19937 random(7);
  for (int turn = 0; turn < 3; ++turn) {
    for (std::byte &byte : std::span(static_cast<std::byte *>(memory_), sizeof(Board)))
      byte = static_cast<std::byte>(random() & 0xff);
    ask_all();
  }
}

/// Ranks that are none, where the grader looks for a rank: of a wait, a communicator, a message.
TEST_F(SpoiltBoard, OnlyRanksThatWereStartedAreSpokenOf) {
  board().ranks = 1'000'000;
  board::CommunicatorState &world = board().communicators[0];
  world.id = 1;
  world.size = kRanks;
  world.members = {0, 1, 2};
  board::CommunicatorState &forged = board().communicators[1];
  forged.id = 2;
  forged.size = 1 << 30;
  forged.members.fill(1 << 20);
  for (std::size_t rank = 0; rank < kRanks; ++rank) {
    board::Slot &slot = board().slots[rank];
    slot.call.name.set("MPI_Recv");
    slot.call.shape = board::Shape::receive;
    slot.call.waits = true;
    slot.call.communicator = 2;
    slot.call.pending_count = 1 << 30;
    for (board::PendingWork &work : slot.call.pending) {
      work.shape = board::Shape::receive;
      work.peer = 1 << 20;
    }
    slot.message_count = 1 << 30;
    slot.messages_wanted = slot.messages_given = 0;
    for (board::UnexpectedMessage &message : slot.messages)
      message.source = -7;
    slot.stack_wanted = slot.stack_given = 0;
    slot.waiting_stack.count = slot.fault_stack.count = -(1 << 30);
    slot.presence = board::Presence::in_call;
  }
  ask_all();
  for (const RankState &rank : watch_.roll_call()) {
    EXPECT_EQ(rank.call, "MPI_Recv");
    EXPECT_THAT(rank.waits_for_ranks, IsEmpty());
  }
}

TEST_F(SpoiltBoard, AFaultOfForgedMembersIsTheRanksOwn) {
  board::CommunicatorState &forged = board().communicators[0];
  forged.id = 1;
  forged.size = 64;
  forged.members.fill(-1);
  forged.agreements[5].agreeing = ~std::uint64_t{0};
  board::Slot &slot = board().slots[1];
  slot.fault_communicator = 1;
  slot.fault_number = 5;
  slot.fault_signature.call.set("MPI_Bcast");
  slot.fault_stack.count = 1 << 30;
  slot.fault = board::Fault::signature;
  std::optional<MismatchReport> report = watch_.mismatched();
  for (int turn = 0; turn < 20 && !report; ++turn) {
    usleep(50'000);
    report = watch_.mismatched();
  }
  ASSERT_TRUE(report);
  EXPECT_THAT(report->sentence, HasSubstr("Rank 1 calls MPI_Bcast"));
}

/// A slot beyond the ranks that were started says nothing, whatever the board's own count.
TEST_F(SpoiltBoard, ASlotOfNoRankHasNoFault) {
  board().ranks = 64;
  board().slots[kRanks].fault = board::Fault::misuse;
  usleep(50'000);
  watch_.mismatched();
  usleep(500'000);
  EXPECT_FALSE(watch_.mismatched());
}

TEST_F(SpoiltBoard, AFileCutShortIsReadAsZeros) {
  for (board::Slot &slot : board().slots)
    slot.presence = board::Presence::outside;
  ASSERT_TRUE(watch_.all_started());
  ASSERT_EQ(ftruncate(file_, 0), 0);
  ask_all();
  EXPECT_FALSE(watch_.all_started());
}

} // namespace
} // namespace brigade::grader
