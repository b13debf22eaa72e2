// The program of the doctor's jobs: ranks count each other. With --version: which MPI this is.
#include <mpi.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <string_view>
#include <thread>

int main(int argc, char **argv) {
  if (argc == 2 && std::string_view(argv[1]) == "--version") {
    std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> version;
    int length = 0;
    MPI_Get_library_version(version.data(), &length);
    // "MPICH Version:\t4.0.2"
    for (const char letter : std::string_view(version.data(), static_cast<std::size_t>(length)))
      if (letter != '\t')
        std::putchar(letter);
      else
        std::putchar(' ');
    return 0;
  }
  MPI_Init(&argc, &argv);
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int one = 1;
  int counted = 0;
  MPI_Request request;
  MPI_Iallreduce(&one, &counted, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  for (int done = 0; done == 0;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
  MPI_Finalize();
  if (counted == ranks)
    return 0;
  std::fprintf(stderr, "brigade: error: %d ranks counted %d\n", ranks, counted);
  return 1;
}
