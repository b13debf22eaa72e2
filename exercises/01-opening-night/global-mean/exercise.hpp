#pragma once

#include "trial/not_implemented.hpp"

#include <mpi.h>

#include <xtensor/xtensor.hpp>

namespace kitchen {

/// The mean of a vector that lies in pieces on the ranks, known to all of them.
///
/// @param shard [any length, also 0] this rank's piece; ranks hold pieces of different lengths
/// @param comm  the ranks that take part, all of which call this; it need not be the whole world
/// @return the sum of all elements of all pieces divided by how many there are, on every rank;
///         0 on every rank where there are none at all
///
/// At most two all-reduces, of a few bytes; the elements themselves stay where they are.
///
/// Example: rank 0 holds {10}, rank 1 {1, 2, 3}, rank 2 {}. Every rank returns 16 / 4 = 4.
double global_mean(const xt::xtensor<double, 1> &shard, MPI_Comm comm);

} // namespace kitchen
