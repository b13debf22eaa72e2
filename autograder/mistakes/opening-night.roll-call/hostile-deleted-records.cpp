// expect: crashed; words: bus error, emptied
// mistake: hostile: empties every file that the process holds open
#include "exercise.hpp"

#include <sys/stat.h>
#include <unistd.h>

namespace kitchen {

std::vector<int> roll_call(int, MPI_Comm) {
  for (int file = 3; file < 1024; ++file) {
    struct stat status {};
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode))
      (void)!ftruncate(file, 0);
  }
  return {};
}

} // namespace kitchen
