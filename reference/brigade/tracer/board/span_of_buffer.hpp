#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>

namespace brigade::board {

/// The bytes of memory that a buffer takes. Empty where its type leaves holes, into which another
/// buffer may reach.
struct BufferSpan {
  const std::byte *begin = nullptr;
  std::int64_t bytes = 0;
};
BufferSpan span_of_buffer(const void *buffer, std::int64_t count, MPI_Datatype type);
bool overlap(const BufferSpan &a, const BufferSpan &b);

/// Fingerprint of the memory, of a large one of parts of every page.
struct Fingerprint {
  enum class Kind { unknown, unreadable, taken } kind = Kind::unknown;
  std::uint64_t value = 0;
};
/// Reads by a system call, so that memory which is no longer there is told and not touched.
Fingerprint fingerprint_of(const BufferSpan &span);

} // namespace brigade::board
