#include "brigade/tracer/board/board.hpp"

#include "brigade/tracer/board/communicators.hpp"
#include "brigade/tracer/board/endings.hpp"
#include "brigade/tracer/board/faults.hpp"
#include "brigade/tracer/board/settings.hpp"
#include "brigade/tracer/board/unexpected_messages.hpp"
#include "brigade/tracer/wait.hpp"

#include <mpi.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>
#include <vector>

namespace brigade::board {
namespace {

Board *board = nullptr;

/// In a slot's `shown_rank`.
constexpr std::int32_t kOutside = -1;

/// Where the program lies in memory.
struct Program {
  std::uint64_t base = 0, begin = 0, end = 0;
};
Program program;

void find_program() {
  dl_iterate_phdr(
      [](dl_phdr_info *info, std::size_t, void *) {
        program.base = info->dlpi_addr;
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const auto &part = info->dlpi_phdr[i];
          if (part.p_type == PT_LOAD && (part.p_flags & PF_X) != 0) {
            program.begin = info->dlpi_addr + part.p_vaddr;
            program.end = program.begin + part.p_memsz;
          }
        }
        return 1; // the first is the program itself
      },
      nullptr);
}

void keep(Stack &stack, void *const *addresses, int count) {
  std::int32_t kept = 0;
  for (int i = 0; i < count && kept < static_cast<std::int32_t>(kMaxFrames); ++i)
    if (const std::uint64_t address = address_in_program(addresses[i]); address != 0)
      stack.addresses[static_cast<std::size_t>(kept++)] = address;
  stack.count = kept;
}

constexpr int kDeepest = 64;

/// Runs when the grader wants to know where this rank computes.
void give_running_stack(int, siginfo_t *, void *context) {
  if (!mine)
    return;
  const int saved = errno;
  void *addresses[kDeepest];
  const int count = backtrace(addresses, kDeepest);
  keep(mine->running_stack, addresses, count);
#if defined(__x86_64__)
  // Where it was interrupted is no return address; readers take one off those.
  const auto *machine = static_cast<ucontext_t *>(context);
  const auto here = static_cast<std::uint64_t>(machine->uc_mcontext.gregs[REG_RIP]);
  Stack &stack = mine->running_stack;
  for (std::int32_t i = 0; i < stack.count; ++i)
    if (stack.addresses[static_cast<std::size_t>(i)] + program.base == here)
      ++stack.addresses[static_cast<std::size_t>(i)];
#else
  static_cast<void>(context);
#endif
  mine->stack_given.store(mine->stack_wanted.load(), std::memory_order_release);
  errno = saved;
}

/// A lock on the rank's byte of the file shows that this process is alive, and which one it is, in
/// whatever process namespace the grader stands.
void hold(int file, int rank) {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = rank;
  lock.l_len = 1;
  fcntl(file, F_SETLK, &lock);
}

Board *map(int file) {
  struct stat status {};
  if (fstat(file, &status) != 0 || static_cast<std::uint64_t>(status.st_size) < sizeof(Board))
    return nullptr;
  void *memory = mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<Board *>(memory);
}

void handle_stack_signal() {
  void *addresses[1];
  backtrace(addresses, 1); // loads what it needs, which a signal handler may not
  struct sigaction action {};
  action.sa_sigaction = give_running_stack;
  action.sa_flags = SA_RESTART | SA_SIGINFO;
  sigaction(kStackSignal, &action, nullptr);
}

int looks_of_wait = 0;

} // namespace

Board &shared() { return *board; }

void attach() {
  if (settings().file.empty() || mine)
    return;
  int rank = 0, ranks = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int file = open(settings().file.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0)
    return;
  board = map(file);
  if (!board || board->magic != kMagic || board->size != sizeof(Board) || board->ranks != ranks) {
    close(file);
    return;
  }
  find_program();
  handle_stack_signal();
  hold(file, rank); // the file stays open as long as the process lives
  set_wait_policy(WaitPolicy::polite);
  mine = &board->slots[static_cast<std::size_t>(rank)];
  watch_mpi_errors();
  known(MPI_COMM_WORLD); // its duplicates take their numbers from it
  mine->process.store(getpid());
  mine->presence.store(Presence::outside, std::memory_order_release);
}

void show_as(std::span<const int> ranks) {
  if (!mine)
    return;
  for (std::size_t rank = 0; rank < ranks.size() && rank < kMaxRanks; ++rank)
    shared().slots[rank].shown_rank.store(ranks[rank] >= 0 ? ranks[rank] + 1 : kOutside);
}

std::string rank_text(std::int32_t world_rank) { return ranks_text({&world_rank, 1}); }

std::string ranks_text(std::span<const std::int32_t> world_ranks) {
  std::vector<int> inside, outside;
  for (const std::int32_t rank : world_ranks) {
    const std::int32_t shown = shared().slots[static_cast<std::size_t>(rank)].shown_rank.load();
    if (shown < 0)
      outside.push_back(rank);
    else
      inside.push_back(shown > 0 ? shown - 1 : rank);
  }
  const auto list = [](std::vector<int> &ranks, const char *one, const char *many) {
    std::sort(ranks.begin(), ranks.end());
    std::string text = ranks.size() == 1 ? one : many;
    for (std::size_t i = 0; i < ranks.size(); ++i)
      text += (i == 0 ? " " : i + 1 == ranks.size() ? " and " : ", ") + std::to_string(ranks[i]);
    return text;
  };
  std::string text = inside.empty() ? "" : list(inside, "rank", "ranks");
  if (!outside.empty())
    text += (text.empty() ? "" : " and ") + list(outside, "world rank", "world ranks");
  return text;
}

void leave(std::string_view how) {
  if (!mine)
    return;
  mine->left_text.set(how);
  mine->presence.store(Presence::left, std::memory_order_release);
}

void meet_at_the_end() {
  mine->finalize_caller.store(mine->call.caller);
  check_what_is_left();
  for (std::int32_t rank = 0; rank < shared().ranks; ++rank)
    for (Backoff backoff;
         shared().slots[static_cast<std::size_t>(rank)].presence.load() < Presence::finalizing;)
      backoff.pause();
  check_all_call_counts();
}

void begin_wait() { looks_of_wait = 0; }

NamedWait::NamedWait(std::string_view name) {
  if (!mine || mine->presence.load(std::memory_order_relaxed) != Presence::outside)
    return;
  is_named_ = true;
  begin_wait();
  mine->calls_started.fetch_add(1, std::memory_order_relaxed);
  CallUpdate call;
  call->name.set(name);
  call->shape = Shape::wait;
  call->communicator = call->number = call->caller = 0;
  call->waits = false;
  call->pending_count = 0;
  mine->presence.store(Presence::in_call, std::memory_order_release);
}

NamedWait::~NamedWait() {
  if (!is_named_)
    return;
  mine->calls_completed.fetch_add(1, std::memory_order_relaxed);
  mine->presence.store(Presence::outside, std::memory_order_release);
}

void note_pause() {
  mine->looks.fetch_add(1, std::memory_order_release);
  mine->call.waits = true;
  if (++looks_of_wait == Backoff::kYields) {
    take_stack(mine->waiting_stack);
    mine->stack_of_version.store(mine->call_version.load(), std::memory_order_release);
  }
  if (mine->messages_wanted.load(std::memory_order_relaxed) !=
      mine->messages_given.load(std::memory_order_relaxed))
    tell_unexpected_messages();
}

void take_stack(Stack &stack) {
  void *addresses[kDeepest];
  keep(stack, addresses, backtrace(addresses, kDeepest));
}

std::uint64_t address_in_program(const void *address) {
  const auto number = reinterpret_cast<std::uint64_t>(address);
  return number >= program.begin && number < program.end ? number - program.base : 0;
}

std::string place_text(std::uint64_t address) {
  char text[32];
  std::snprintf(text, sizeof text, "{+0x%llx}", static_cast<unsigned long long>(address));
  return text;
}

} // namespace brigade::board
