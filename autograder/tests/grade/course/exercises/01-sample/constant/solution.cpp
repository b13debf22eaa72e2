#include "exercise.hpp"

namespace kitchen {

int constant(MPI_Comm) { return 42; }

} // namespace kitchen
