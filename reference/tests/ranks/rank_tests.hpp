#pragma once

#include <mpi.h>

namespace brigade::testing {

/// Runs all tests on every rank, between MPI_Init and MPI_Finalize.
/// Rank 0 prints GoogleTest's report (and writes --gtest_output). Another rank prints its failures
/// only, each in one write, every line behind "rank 3 of 8: ". At the end of each test the ranks
/// agree whether it failed anywhere; if so it has failed everywhere, and rank 0 names the ranks. An
/// exception that leaves a test comes out of this function, as a brigade::Error that names the test
/// and the rank.
/// @return RUN_ALL_TESTS(), the same on every rank.
int run_rank_tests(int argc, char **argv);

} // namespace brigade::testing
