#pragma once

#include "brigade/tracer/ledger.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

namespace brigade {

/// A communication that has been started and is not done: it moves on when somebody calls
/// advance(). comm/ only.
struct StartedOperation {
  virtual ~StartedOperation() = default;
  /// Does what can be done without waiting. @return true when the operation is done; then it is not
  /// called again.
  virtual bool advance() = 0;
  /// Called once instead of further advances, after an error or where the job is ending: lets go of
  /// its requests without waiting. @return whether none is left.
  virtual bool abandon() noexcept = 0;

  bool done = false;
  std::optional<CommRecord> record; ///< goes to the ledger when it is done
};

/// Advances the operation once, and adds it to those that every wait of this rank advances where it
/// is not done.
void start_operation(const std::shared_ptr<StartedOperation> &operation);

/// Moves on every operation that this rank has started. Every waiting loop of comm/ calls it each
/// time a look has found nothing: ranks that wait for different operations would otherwise wait for
/// ever.
/// Throws what any of them throws; that one is given up.
/// @return whether some are not done.
bool advance_all();

/// Waits politely until the operation is done, while all others advance.
void wait_for(StartedOperation &operation);

/// Gives up an operation whose buffers are about to go: it is never advanced again. Where a peer
/// may still read them, the ranks of the node are told to leave MPI alone: a peer that reads memory
/// that is gone (UCX reads it with process_vm_readv) dies with a backtrace of its own. The job has
/// to end then.
void abandon(const std::shared_ptr<StartedOperation> &operation) noexcept;

/// The flag, shared by the ranks of the node, that says so. Null: no other ranks.
void set_halt_flag(std::atomic<std::uint64_t> *flag);

/// True where something that was started is not done, or was abandoned: MPI cannot end cleanly
/// then.
bool operations_are_running();

} // namespace brigade
