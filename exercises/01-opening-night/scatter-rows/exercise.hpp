#pragma once

#include "trial/not_implemented.hpp"

#include <mpi.h>

#include <xtensor/xtensor.hpp>

namespace kitchen {

/// Hands out the rows of a matrix that one rank holds: rank r of n gets the rows from floor(r·R/n)
/// up to, not including, floor((r + 1)·R/n).
///
/// @param matrix (R, C) on the root; on the other ranks it is not looked at and may have any shape.
///               R and C may be 0, R may be less than n. R·C fits into an int.
/// @param root   the rank of comm that holds the matrix, 0 ≤ root < n; the same on every rank
/// @param comm   the ranks that take part, all of which call this; it need not be the whole world
/// @return this rank's rows, (floor((r + 1)·R/n) - floor(r·R/n), C); (0, C) where it gets none
///
/// The root sends a row only to the rank that gets it. No other rank allocates more than twice the
/// bytes of its own block (plus 64 KiB).
///
/// Example: the root holds the 5 rows {{0, 1}, {10, 11}, {20, 21}, {30, 31}, {40, 41}}, n = 2. Rank
/// 0 returns {{0, 1}, {10, 11}}, rank 1 returns {{20, 21}, {30, 31}, {40, 41}}.
xt::xtensor<double, 2> scatter_rows(const xt::xtensor<double, 2> &matrix, int root, MPI_Comm comm);

} // namespace kitchen
