#pragma once

#include "trial/not_implemented.hpp"

#include <mpi.h>

namespace kitchen {

/// The sum of every rank's number, on every rank of comm.
int total(int number, MPI_Comm comm);

} // namespace kitchen
