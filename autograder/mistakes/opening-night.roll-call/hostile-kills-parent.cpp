// expect: crashed; words: kill
// mistake: hostile: kills its parent, which is the launcher
// needs: sandbox
#include "exercise.hpp"

#include <csignal>
#include <unistd.h>

namespace kitchen {

std::vector<int> roll_call(int, MPI_Comm) {
  kill(getppid(), SIGKILL);
  pause();
  return {};
}

} // namespace kitchen
