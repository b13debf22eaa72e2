// Runs cases of MPI errors: mpiexec -n 3 mpi_errors_program wrong missing_call
//                           mpiexec -n 3 mpi_errors_program right missing_call root …
#include "mpi_errors/cases.hpp"

#include "brigade/tracer/board/board.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <string>
#include <thread>

namespace brigade::testing {

std::map<std::string, Case, std::less<>> &cases() {
  static std::map<std::string, Case, std::less<>> all;
  return all;
}

void compute(double seconds) {
  volatile double sum = 0;
  for (const std::clock_t start = std::clock();
       static_cast<double>(std::clock() - start) < seconds * CLOCKS_PER_SEC;)
    for (int i = 0; i < 1000; ++i)
      sum = sum + 1;
}

} // namespace brigade::testing

int main(int argc, char **argv) {
  using namespace brigade::testing;
  MPI_Init(&argc, &argv);
  for (int i = 2; i < argc; ++i) {
    const auto found = cases().find(std::string_view(argv[i]));
    if (found == cases().end()) {
      std::fprintf(stderr, "no case %s\n", argv[i]);
      MPI_Abort(MPI_COMM_WORLD, 2);
    }
    Job job{MPI_COMM_NULL, 0, 0, std::string(argv[1]) == "wrong"};
    MPI_Comm_dup(MPI_COMM_WORLD, &job.comm);
    MPI_Comm_set_name(job.comm, "comm");
    MPI_Comm_rank(job.comm, &job.rank);
    MPI_Comm_size(job.comm, &job.size);
    try {
      found->second(job);
    } catch (const std::exception &error) { // as the harness of a trial does
      brigade::board::leave(std::string("threw '") + error.what() + "'");
      std::this_thread::sleep_for(std::chrono::seconds(60));
      std::_Exit(1);
    }
    MPI_Comm_free(&job.comm);
  }
  MPI_Finalize();
}
