#include "exercise.hpp"

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  // TODO(01.1): collect every rank's badge, in rank order, on every rank.
  (void)badge, (void)comm;
  throw brigade::NotImplemented("01.1");
}

} // namespace kitchen
