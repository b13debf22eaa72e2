#pragma once

#include "trial/not_implemented.hpp"

#include <mpi.h>

#include <vector>

namespace kitchen {

/// Calls the roll: every rank says its badge number, and every rank writes down all of them.
///
/// @param badge a number of this rank's own; no other rank knows it
/// @param comm  the ranks that take part, all of which call this; it need not be the whole world
/// @return [ranks of comm], the same on every rank: element r is the badge of rank r of comm
///
/// Example: on three ranks with the badges 70, 12 and 55, every rank returns {70, 12, 55}.
std::vector<int> roll_call(int badge, MPI_Comm comm);

} // namespace kitchen
