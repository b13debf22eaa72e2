#pragma once

namespace brigade::board {

/// A random delay at some of this rank's MPI calls, up to 2 ms, from the seed that the launch gave
/// (settings().chaos); nothing without one. The same seed gives the same delays to the same calls.
void delay_by_chaos();

} // namespace brigade::board
