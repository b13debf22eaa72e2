#pragma once

#include <cstdint>

/// Memory that this process holds by operator new (std::vector and xtensor's containers use it),
/// counted from start_counting() on. The MPI library's own memory is not among it.
namespace brigade::allocation {

/// From here the level is 0.
void start_counting();
/// The highest level since start_counting().
std::int64_t peak();

/// Between both, memory may be taken that is not counted; it is to be given back meanwhile. Pairs
/// may lie in pairs.
void pause();
void resume();

} // namespace brigade::allocation
