#pragma once

#include "brigade/tracer/ledger.hpp"

#include <memory>
#include <optional>

namespace brigade {

/// A communication that has been started and is not done: it moves on when somebody calls
/// advance(). comm/ only.
struct Operation {
  virtual ~Operation() = default;
  /// Does what can be done without waiting. @return true when the operation is done; then it is not
  /// called again.
  virtual bool advance() = 0;
  /// Called once instead of further advances, where the job is ending: lets go of requests without
  /// waiting.
  virtual void abandon() noexcept = 0;

  bool done = false;
  std::optional<CommRecord> record; ///< goes to the ledger when it is done
};

/// Advances the operation once, and adds it to those that every wait of this rank advances where it
/// is not done.
void start_operation(const std::shared_ptr<Operation> &operation);

/// Moves on every operation that this rank has started. Every waiting loop of comm/ calls it each
/// time a look has found nothing: ranks that wait for different operations would otherwise wait for
/// ever.
/// @return whether some are not done.
bool advance_all();

/// Waits politely until the operation is done, while all others advance.
void wait_for(Operation &operation);

/// Gives up an operation whose buffers are about to go: it is never advanced again.
void abandon(const std::shared_ptr<Operation> &operation) noexcept;

/// True where something that was started is not done, or was abandoned: MPI cannot end cleanly
/// then.
bool operations_are_running();

} // namespace brigade
