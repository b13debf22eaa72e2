#include "exercise.hpp"

namespace kitchen {

// TODO(02.3): make the communicator of this rank's group along `axis`, and free it in the
// destructor.
AxisCommunicator::AxisCommunicator(MPI_Comm, const std::vector<std::int64_t> &, std::size_t) {
  throw brigade::NotImplemented("02.3");
}

AxisCommunicator::~AxisCommunicator() {}

} // namespace kitchen
