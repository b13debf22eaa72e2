#include "ranks/rank_tests.hpp"

#include <cstdio>
#include <exception>

int main(int argc, char **argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  try {
    const int status = brigade::testing::run_rank_tests(argc, argv);
    MPI_Finalize();
    return status;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "brigade: error: %s\n", error.what());
    std::fflush(nullptr);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}
