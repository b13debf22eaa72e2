#pragma once

#include <mpi.h>

#include <chrono>
#include <span>

namespace brigade {

/// How a rank waits. Where a node has a core for each rank, spinning is fastest; where it has not, a
/// spinning rank steals the core from the rank that it waits for.
enum class WaitPolicy {
  spin,  ///< never leaves the processor
  polite ///< yields at most 200 times, then sleeps 50 µs at a time
};

void set_wait_policy(WaitPolicy policy);
WaitPolicy wait_policy();

/// One wait: call pause() each time a look has found nothing.
class Backoff {
public:
  void pause();

private:
  int looks_ = 0;
};

/// Completes a request without blocking inside MPI. Calls PMPI_*, so the ledger does not see it.
/// @return MPI's error code.
int wait(MPI_Request *request, MPI_Status *status = MPI_STATUS_IGNORE);
int wait_all(std::span<MPI_Request> requests);

} // namespace brigade
