// expect: crashed; words: MPI_Abort, code 0
// mistake: hostile: ends the job with MPI_Abort and status 0
#include "exercise.hpp"

namespace kitchen {

std::vector<int> roll_call(int, MPI_Comm comm) {
  MPI_Abort(comm, 0);
  return {};
}

} // namespace kitchen
