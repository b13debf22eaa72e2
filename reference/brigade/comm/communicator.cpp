#include "brigade/comm/communicator.hpp"

#include "brigade/comm/mpi_error.hpp"

#include <algorithm>

namespace brigade {

Communicator::Communicator(MPI_Comm handle, const std::string &name) : handle_(handle) {
  check(PMPI_Comm_set_errhandler(handle_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  check(PMPI_Comm_set_name(handle_, name.c_str()), "MPI_Comm_set_name");
}

Communicator::~Communicator() {
  int ended = 0;
  if (handle_ != MPI_COMM_NULL && PMPI_Finalized(&ended) == MPI_SUCCESS && !ended)
    PMPI_Comm_free(&handle_);
}

Communicator make_communicator(MPI_Comm parent, std::span<const int> members,
                               const std::string &name) {
  // Lists are the same or disjoint, so one number for each split is its lowest member. MPI has no
  // nonblocking form of this call; it is rare.
  int rank = 0;
  check(PMPI_Comm_rank(parent, &rank), "MPI_Comm_rank");
  const int colour = *std::min_element(members.begin(), members.end());
  const auto place = std::find(members.begin(), members.end(), rank) - members.begin();
  MPI_Comm handle = MPI_COMM_NULL;
  check(PMPI_Comm_split(parent, colour, static_cast<int>(place), &handle), "MPI_Comm_split");
  return Communicator(handle, name);
}

} // namespace brigade
