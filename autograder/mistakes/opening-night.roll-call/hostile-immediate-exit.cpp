// expect: crashed; words: _exit(0), return
// mistake: hostile: ends with status 0 on all ranks, past every handler
#include "exercise.hpp"

#include <unistd.h>

namespace kitchen {

std::vector<int> roll_call(int, MPI_Comm) { _exit(0); }

} // namespace kitchen
