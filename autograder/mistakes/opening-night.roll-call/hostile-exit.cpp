// expect: crashed; words: exit(0), return
// mistake: hostile: ends with status 0 before anything is compared
#include "exercise.hpp"

#include <cstdlib>

namespace kitchen {

std::vector<int> roll_call(int, MPI_Comm) { std::exit(0); }

} // namespace kitchen
