#pragma once

#include "brigade/tracer/ledger.hpp"

#include <mpi.h>

#include <cstdint>

namespace brigade::interpose {

/// An array of counts, one a rank, of either width.
class Counts {
public:
  Counts() = default;
  Counts(const int *counts) : small_(counts) {}
  Counts(const MPI_Count *counts) : large_(counts) {}
  explicit operator bool() const { return small_ || large_; }
  std::int64_t operator[](int rank) const { return small_ ? small_[rank] : large_[rank]; }

private:
  const int *small_ = nullptr;
  const MPI_Count *large_ = nullptr;
};

/// What the tracer looks at of a call's arguments: the roles of calls.table. Those that the call
/// does not have stay as they are here.
struct Arguments {
  const void *sendbuf = nullptr, *recvbuf = nullptr;
  std::int64_t count = -1, sendcount = -1, recvcount = -1;
  MPI_Datatype type = MPI_DATATYPE_NULL, sendtype = MPI_DATATYPE_NULL, recvtype = MPI_DATATYPE_NULL;
  Counts sendcounts, recvcounts;
  const MPI_Datatype *sendtypes = nullptr, *recvtypes = nullptr;
  MPI_Op op = MPI_OP_NULL;
  int root = -1;
  int dest = MPI_PROC_NULL, source = MPI_PROC_NULL;
  int tag = -1, sendtag = -1, recvtag = -1;
  MPI_Comm comm = MPI_COMM_NULL;
  const MPI_Status *status = MPI_STATUS_IGNORE; ///< of the message that was received or found

  // What only the status board looks at.
  const void *buffer = nullptr;
  MPI_Request *request = nullptr, *requests = nullptr; ///< one, or `many`
  int many = 0;
  const int *flag = nullptr, *index = nullptr, *outcount = nullptr, *indices = nullptr;
  const MPI_Comm *newcomm = nullptr;
  int color = 0;
  MPI_Group group = MPI_GROUP_NULL;
  int ndims = 0;
  const int *dims = nullptr, *periods = nullptr, *remain_dims = nullptr;
};

/// How a call's bytes are counted (tracer/traffic_formula.hpp).
enum class Bytes {
  none,    ///< the call moves nothing
  receive, ///< nothing is sent; count, peer and tag are the received message's
  send,
  broadcast,
  gather,
  scatter,
  all_gather,
  all_to_all,
  reduce,
  all_reduce,
  reduce_scatter,
  scan
};

/// MPI's name of a type ("MPI_FLOAT"), "derived" where it has none. Static or interned.
std::string_view name_of_type(MPI_Datatype type);
/// "sum", "max", …; "user" for a program's own.
std::string_view name_of_op(MPI_Op op);

/// The record of a successful call, but for its times. Collectives between the two groups of an
/// intercommunicator have no bytes, since the formulas are for one group.
CommRecord record_of(std::string_view call, const Arguments &arguments, Bytes bytes);

/// Keeps what a persistent request sends each time that it is started.
void remember_persistent(MPI_Request request, const Arguments &arguments, Bytes bytes);
void forget_persistent(MPI_Request request);
/// The record of a start of a persistent request, but for its times.
CommRecord record_of_start(std::string_view call, MPI_Request request);

} // namespace brigade::interpose
