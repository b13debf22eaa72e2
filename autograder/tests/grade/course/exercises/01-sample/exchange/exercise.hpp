#pragma once

#include "trial/not_implemented.hpp"

#include <mpi.h>

namespace kitchen {

/// The number of the left neighbour in the ring of comm.
int exchange(int number, MPI_Comm comm);

} // namespace kitchen
