#include "exercise.hpp"

namespace kitchen {

int exchange(int number, MPI_Comm comm) {
  // TODO(01.5): send to the right, receive from the left.
  (void)number, (void)comm;
  throw brigade::NotImplemented("01.5");
}

} // namespace kitchen
