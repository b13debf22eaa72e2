// crash_ranks STORY: as a trial's program does it, calls the student's function after MPI_Init,
// with its end page in the folder CRASH_FOLDER.
#include "student.hpp"

#include "trial/crash_handler.hpp"

#include <mpi.h>

#include <cstdlib>
#include <string>

int main(int argc, char **argv) {
  const char *rank = std::getenv("PMI_RANK");
  const char *folder = std::getenv("CRASH_FOLDER");
  brigade::harness::open_end_page(
      std::string(folder) + "/" +
      brigade::records::end_page_name(rank == nullptr ? 0 : std::atoi(rank)));
  MPI_Init(&argc, &argv);
  brigade::harness::install_crash_handler();
  student(argv[1], MPI_COMM_WORLD);
  MPI_Finalize();
}
