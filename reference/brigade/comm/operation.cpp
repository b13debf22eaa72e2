#include "brigade/comm/operation.hpp"

#include "brigade/tracer/wait.hpp"

#include <algorithm>
#include <vector>

namespace brigade {
namespace {

// Started and not done, in the order in which they were started.
std::vector<std::shared_ptr<Operation>> &running() {
  static std::vector<std::shared_ptr<Operation>> operations;
  return operations;
}

// Abandoned ones stay, since MPI may still read their scratch memory.
std::vector<std::shared_ptr<Operation>> &abandoned() {
  static auto *operations =
      new std::vector<std::shared_ptr<Operation>>; // lives as long as the process
  return *operations;
}

// An operation that waits inside advance() asks for the others to advance; none may be entered
// twice.
bool advancing = false;

bool advance_one(Operation &operation) {
  operation.done = operation.advance();
  if (operation.done && operation.record) {
    operation.record->end = Ledger::instance().now();
    Ledger::instance().record(*operation.record);
  }
  return operation.done;
}

struct Entered {
  Entered() { advancing = true; }
  ~Entered() { advancing = false; }
};

} // namespace

void start_operation(const std::shared_ptr<Operation> &operation) {
  if (!advance_one(*operation))
    running().push_back(operation);
}

bool advance_all() {
  if (advancing || running().empty())
    return !running().empty();
  const Entered entered;
  bool any_done = false;
  for (const auto &operation : running())
    if (!operation->done)
      any_done |= advance_one(*operation);
  if (any_done)
    std::erase_if(running(), [](const auto &operation) { return operation->done; });
  return !running().empty();
}

void wait_for(Operation &operation) {
  for (Backoff backoff; !operation.done; backoff.pause()) {
    advance_all();
    if (operation.done)
      return;
  }
}

void abandon(const std::shared_ptr<Operation> &operation) noexcept {
  operation->abandon();
  operation->done = true;
  try {
    std::erase(running(), operation);
    abandoned().push_back(operation);
  } catch (...) { // out of memory while an error is being handled: the job ends anyway
  }
}

bool operations_are_running() { return !running().empty() || !abandoned().empty(); }

} // namespace brigade
