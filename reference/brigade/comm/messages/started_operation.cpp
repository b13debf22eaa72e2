#include "brigade/comm/messages/started_operation.hpp"

#include "brigade/comm/communication_time.hpp"
#include "brigade/core/error.hpp"
#include "brigade/tracer/wait.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <thread>
#include <vector>

namespace brigade {
namespace {

// Started and not done, in the order in which they were started.
std::vector<std::shared_ptr<StartedOperation>> &running() {
  static std::vector<std::shared_ptr<StartedOperation>> operations;
  return operations;
}

// Abandoned ones stay, since MPI may still read their scratch memory.
std::vector<std::shared_ptr<StartedOperation>> &abandoned() {
  static auto *operations =
      new std::vector<std::shared_ptr<StartedOperation>>; // lives as long as the process
  return *operations;
}

// An operation that waits inside advance() asks for the others to advance; none may be entered
// twice.
bool advancing = false;

bool advance_one(const std::shared_ptr<StartedOperation> &operation) {
  try {
    operation->done = operation->advance();
  } catch (...) {
    abandon(operation);
    throw;
  }
  if (operation->done && operation->record) {
    operation->record->end = Ledger::instance().now();
    Ledger::instance().record(*operation->record);
  }
  return operation->done;
}

std::atomic<std::uint64_t> *halt_flag = nullptr;
bool halted_by_this_rank = false;

/// Does nothing until the rank that has given up ends the job.
void stay_halted() {
  constexpr auto kPatience = std::chrono::seconds(2);
  std::this_thread::sleep_for(kPatience);
  throw Error("another rank has given up a collective that this rank takes part in");
}

/// Tells the other ranks of the node, and gives them the time to see it.
void halt_others() {
  if (!halt_flag)
    return;
  halted_by_this_rank = true;
  halt_flag->store(1);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

struct Entered {
  Entered() { advancing = true; }
  ~Entered() { advancing = false; }
};

} // namespace

void start_operation(const std::shared_ptr<StartedOperation> &operation) {
  const CommunicationTime time;
  if (!advance_one(operation))
    running().push_back(operation);
}

bool advance_all() {
  if (advancing || running().empty())
    return !running().empty();
  if (halt_flag && halt_flag->load(std::memory_order_relaxed) != 0 && !halted_by_this_rank)
    stay_halted();
  const Entered entered;
  bool any_done = false;
  for (const auto &operation : running())
    any_done |= operation->done || advance_one(operation);
  if (any_done)
    std::erase_if(running(), [](const auto &operation) { return operation->done; });
  return !running().empty();
}

void wait_for(StartedOperation &operation) {
  const CommunicationTime time;
  for (Backoff backoff; !operation.done; backoff.pause()) {
    advance_all();
    if (operation.done)
      return;
  }
}

void abandon(const std::shared_ptr<StartedOperation> &operation) noexcept {
  operation->done = true; // advance_all() takes it out of those that run
  if (operation->abandon())
    return;
  halt_others();
  try {
    abandoned().push_back(operation);
  } catch (const std::bad_alloc &) { // while an error is being handled: the job ends anyway
  }
}

void set_halt_flag(std::atomic<std::uint64_t> *flag) { halt_flag = flag; }

bool operations_are_running() {
  const auto is_running = [](const auto &operation) { return !operation->done; };
  return std::ranges::any_of(running(), is_running) || !abandoned().empty();
}

} // namespace brigade
