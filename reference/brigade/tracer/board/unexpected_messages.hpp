#pragma once

namespace brigade::board {

/// Writes to this rank's slot which messages have come that nobody receives: the first of each
/// communicator that this rank has called. From within a wait, between two looks of it.
void tell_unexpected_messages();

} // namespace brigade::board
