#pragma once

#include <cstdint>

namespace brigade {

/// How large /dev/shm is, and how much of it is free, in bytes.
struct SharedMemorySpace {
  std::int64_t total = 0;
  std::int64_t available = 0;
};

/// Whether the buffers of MPICH's messages (UCX takes about 7 MB a rank) fit in there. Where they
/// do not, MPI_Init fails.
bool messages_fit(const SharedMemorySpace &space, int ranks_on_node);

/// Before MPI_Init: where /dev/shm is too small, as in a container with 64 MB and more than eight
/// ranks, lets UCX carry messages another way, unless the user has chosen one (UCX_TLS).
void choose_transport();

} // namespace brigade
