#include "ranks/rank_tests.hpp"

#include <chrono>
#include <cstdio>
#include <exception>
#include <thread>

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
    // The launcher drops what it has not yet passed on when the job is aborted.
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}
