#pragma once

#include "brigade/tracer/board/layout.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

/// The messages that this rank sent last: of one that nobody received it can then be said which
/// call sent it. Takes no memory of the program's, which may be counted.
namespace brigade::board {

void note_sent(const PendingWork &send);

/// The last `count` messages to `peer` (in the world) with this tag on the communicator, in the
/// order in which they were sent; fewer where they are no longer remembered. MPI hands messages of
/// one kind over in order, so those that are left over are the last.
std::vector<PendingWork> last_sent(std::uint64_t communicator, std::int32_t peer, std::int32_t tag,
                                   std::size_t count);

} // namespace brigade::board
