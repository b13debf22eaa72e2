#pragma once

#include <mpi.h>

#include <string_view>

namespace brigade {

/// Says which mesh axes a communicator runs along ("data", "data,model"); records of calls on it
/// then carry this, as do those on its duplicates.
void name_communicator(MPI_Comm communicator, std::string_view axes);

/// What records call it: the axes that it was named with; else "world", "self", or what
/// MPI_Comm_set_name gave it; else "communicator 1", "communicator 2", … in the order in which this
/// rank first asked. Static storage. MPI must be running.
std::string_view communicator_name(MPI_Comm communicator);

} // namespace brigade
