#include "exercise.hpp"

namespace kitchen {

int total(int number, MPI_Comm comm) {
  // TODO(01.1): add the numbers of all ranks.
  (void)number, (void)comm;
  throw brigade::NotImplemented("01.1");
}

} // namespace kitchen
