#include "brigade/comm/job/transport.hpp"

#include <sys/statvfs.h>

#include <cstdlib>
#include <initializer_list>

namespace brigade {
namespace {

constexpr std::int64_t kBytesOfARank = 7'500'000;

/// As the launcher says before MPI has begun.
int ranks_here() {
  for (const char *name : {"MPI_LOCALNRANKS", "PMI_SIZE"})
    if (const char *text = std::getenv(name))
      return std::atoi(text);
  return 1;
}

} // namespace

bool messages_fit(const SharedMemorySpace &space, int ranks_on_node) {
  // Of what is available the others may have taken their part already.
  return space.total >= ranks_on_node * kBytesOfARank && space.available >= kBytesOfARank;
}

void choose_transport() {
  struct statvfs found {};
  // A limit of 0 is none; a single rank sends nothing.
  if (ranks_here() < 2 || statvfs("/dev/shm", &found) != 0 || found.f_blocks == 0)
    return;
  const auto block = static_cast<std::int64_t>(found.f_frsize);
  const SharedMemorySpace space{static_cast<std::int64_t>(found.f_blocks) * block,
                                static_cast<std::int64_t>(found.f_bavail) * block};
  if (!messages_fit(space, ranks_here()))
    setenv("UCX_TLS", "^posix", 0);
}

} // namespace brigade
