// expect: over the limit; words: processes, fork
// mistake: hostile: starts processes that start processes (here: up to 256 of each rank)
// needs: sandbox
#include "exercise.hpp"

#include <unistd.h>

namespace kitchen {

std::vector<int> roll_call(int, MPI_Comm) {
  for (int generation = 0; generation < 8; ++generation)
    fork();
  sleep(30);
  return {};
}

} // namespace kitchen
