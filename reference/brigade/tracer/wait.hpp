#pragma once

#include <mpi.h>

#include <span>

namespace brigade {

/// How a rank waits. Where a node has a core for each rank, spinning is fastest; where it has not,
/// a spinning rank steals the core from the rank that it waits for.
enum class WaitPolicy {
  spin,  ///< never leaves the processor
  polite ///< yields at most 200 times, then sleeps 50 µs at a time
};

/// The policy that suits `ranks` on one node which may use `cores`: spin where each has its own.
constexpr WaitPolicy suitable_wait_policy(int ranks, int cores) {
  return ranks <= cores ? WaitPolicy::spin : WaitPolicy::polite;
}

/// Holds for all waits of this process from now on. With a status board (tracer/board/) all waits
/// are polite.
void set_wait_policy(WaitPolicy policy);
/// What was set; before that, what suits this node by the launcher's word (tracer/node.hpp).
WaitPolicy wait_policy();

/// One wait: call pause() each time a look has found nothing. A new wait needs a new Backoff.
class Backoff {
public:
  static constexpr int kYields = 200;
  static constexpr int kSleepMicroseconds = 50;
  void pause();

private:
  int looks_ = 0;
};

/// Completes a request without blocking inside MPI, as MPI_Wait does. Calls PMPI_*, so the ledger
/// does not see it.
/// @return MPI's error code, after the communicator's error handler has been called.
int wait(MPI_Request *request, MPI_Status *status = MPI_STATUS_IGNORE);
/// Completes all of them, as MPI_Waitall does. MPI_ERR_IN_STATUS where at least one has failed.
int wait_all(std::span<MPI_Request> requests, MPI_Status *statuses = MPI_STATUSES_IGNORE);

} // namespace brigade
