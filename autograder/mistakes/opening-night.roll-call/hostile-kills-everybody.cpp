// expect: crashed; words: kill
// mistake: hostile: kills every process that it may kill
// needs: sandbox
#include "exercise.hpp"

#include <csignal>
#include <unistd.h>

namespace kitchen {

std::vector<int> roll_call(int, MPI_Comm) {
  kill(-1, SIGKILL);
  pause();
  return {};
}

} // namespace kitchen
