// expect: crashed; words: record, forged
// mistake: hostile: writes frames of its own into every file that the process holds open, then ends
#include "exercise.hpp"

#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace kitchen {

std::vector<int> roll_call(int, MPI_Comm) {
  const char forged[] = "{\"bytes\":0,\"finished\":true,\"frame\":\"end\"}\n"
                        "{\"bytes\":0,\"frame\":\"complete\"}\n";
  for (int file = 3; file < 1024; ++file) {
    struct stat status {};
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode))
      (void)!write(file, forged, std::strlen(forged));
  }
  _exit(0);
}

} // namespace kitchen
