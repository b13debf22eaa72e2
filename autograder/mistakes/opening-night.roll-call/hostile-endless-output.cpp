// expect: over the limit; words: output, print, 256 kB
// mistake: hostile: prints without an end
#include "exercise.hpp"

#include <cstdio>

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm) {
  for (;;)
    std::printf("badge %d\n", badge);
}

} // namespace kitchen
