// expect: pass; words: process of its own
// mistake: hostile: the right answer, and a process in a session of its own that outlives the run
#include "exercise.hpp"

#include <unistd.h>

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  static bool is_started = false;
  if (!is_started && fork() == 0) {
    setsid();
    if (fork() == 0) {
      for (int file = 0; file < 1024; ++file)
        close(file);
      sleep(60);
    }
    _exit(0);
  }
  is_started = true;
  int ranks = 0;
  MPI_Comm_size(comm, &ranks);
  std::vector<int> badges(static_cast<std::size_t>(ranks));
  MPI_Allgather(&badge, 1, MPI_INT, badges.data(), 1, MPI_INT, comm);
  return badges;
}

} // namespace kitchen
