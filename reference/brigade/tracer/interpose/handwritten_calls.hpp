#pragma once

#include "brigade/tracer/board/basic_types.hpp"
#include "brigade/tracer/board/communicators.hpp"
#include "brigade/tracer/interpose/call.hpp"
#include "brigade/tracer/interpose/switch.hpp"
#include "brigade/tracer/wait.hpp"

#include <mpi.h>

#include <concepts>
#include <cstddef>
#include <vector>

/// The wrapped calls that are more than another call and a wait. Each takes the MPI function and
/// its arguments.
namespace brigade::interpose {

/// MPI_Init, MPI_Init_thread: decides how to wait unless the program has said so.
template <class Function, class... Parameters>
int start_mpi(Function pmpi, Parameters... parameters) {
  const int code = pmpi(parameters...);
  if (code == MPI_SUCCESS) {
    wait_policy();
    board::attach();
    switch_on_if_asked();
  }
  return code;
}

/// MPI_Finalize: the ranks meet politely first, since how MPI waits for the last of them is its own
/// affair. With a board they meet there: a barrier of MPI's might be taken for one that the program
/// still waits in.
inline int end_mpi(int (*pmpi)()) {
  write_trace_if_asked();
  if (board::is_attached()) {
    board::meet_at_the_end();
    return pmpi();
  }
  return arrive_then_call(MPI_COMM_WORLD, pmpi);
}

/// The point-to-point calls for either width of a count.
template <class Count> struct PointToPoint;

template <> struct PointToPoint<int> {
  static constexpr auto isend = PMPI_Isend;
  static constexpr auto irecv = PMPI_Irecv;
  static constexpr auto pack_size = PMPI_Pack_size;
  static constexpr auto pack = PMPI_Pack;
};

#if MPI_VERSION >= 4
template <> struct PointToPoint<MPI_Count> {
  static constexpr auto isend = PMPI_Isend_c;
  static constexpr auto irecv = PMPI_Irecv_c;
  static constexpr auto pack_size = PMPI_Pack_size_c;
  static constexpr auto pack = PMPI_Pack_c;
};
#endif

/// Sends and receives at once. The arguments have been checked as far as a mistake would leave one
/// half started, whose receive might take another's message before it is cancelled.
template <class Count>
int exchange(const void *sendbuf, Count sendcount, MPI_Datatype sendtype, int dest, int sendtag,
             void *recvbuf, Count recvcount, MPI_Datatype recvtype, int source, int recvtag,
             MPI_Comm comm, MPI_Status *status) {
  MPI_Request incoming = MPI_REQUEST_NULL, outgoing = MPI_REQUEST_NULL;
  if (const int code = PointToPoint<Count>::irecv(recvbuf, recvcount, recvtype, source, recvtag,
                                                  comm, &incoming);
      code != MPI_SUCCESS)
    return code;
  if (const int code =
          PointToPoint<Count>::isend(sendbuf, sendcount, sendtype, dest, sendtag, comm, &outgoing);
      code != MPI_SUCCESS) {
    abandon(comm, &incoming);
    return code;
  }
  const int code = finish(comm, &incoming, status, &outgoing);
  // MPICH's nonblocking receive from nobody leaves its status unset; the blocking one, which is
  // over at once, sets it.
  if (code == MPI_SUCCESS && source == MPI_PROC_NULL)
    return PMPI_Recv(nullptr, 0, MPI_BYTE, source, recvtag, comm, status);
  return code;
}

template <class Function, std::integral Count>
int sendrecv(Function pmpi, const void *sendbuf, Count sendcount, MPI_Datatype sendtype, int dest,
             int sendtag, void *recvbuf, Count recvcount, MPI_Datatype recvtype, int source,
             int recvtag, MPI_Comm comm, MPI_Status *status) {
  if (wait_policy() == WaitPolicy::spin || sendcount < 0 || recvcount < 0 ||
      !are_messages_possible(comm, dest, sendtag, source, recvtag)) // MPI says what is wrong
    return pmpi(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source,
                recvtag, comm, status);
  return exchange(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source,
                  recvtag, comm, status);
}

/// What is sent is packed first, so that a type with holes leaves them as they are.
template <class Function, std::integral Count>
int sendrecv_replace(Function pmpi, void *buffer, Count count, MPI_Datatype type, int dest,
                     int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status *status) {
  if (wait_policy() == WaitPolicy::spin || count < 0 ||
      !are_messages_possible(comm, dest, sendtag, source, recvtag)) // MPI says what is wrong
    return pmpi(buffer, count, type, dest, sendtag, source, recvtag, comm, status);
  Count capacity = 0, size = 0;
  if (const int code = PointToPoint<Count>::pack_size(count, type, comm, &capacity);
      code != MPI_SUCCESS)
    return code;
  std::vector<std::byte> packed(static_cast<std::size_t>(capacity));
  if (const int code =
          PointToPoint<Count>::pack(buffer, count, type, packed.data(), capacity, &size, comm);
      code != MPI_SUCCESS)
    return code;
  return exchange<Count>(packed.data(), size, MPI_PACKED, dest, sendtag, buffer, count, type,
                         source, recvtag, comm, status);
}

/// MPI_Comm_set_name: the board shows the name.
template <class Function> int name_of_program(Function pmpi, MPI_Comm comm, const char *name) {
  const int code = pmpi(comm, name);
  if (code == MPI_SUCCESS)
    board::note_name(comm, name);
  return code;
}

/// MPI_Op_create: ranks that call it with one function have one operation, though their handles
/// differ.
template <class Function, class UserFunction>
int make_operation(Function pmpi, UserFunction *function, int commute, MPI_Op *op) {
  const int code = pmpi(function, commute, op);
  if (code == MPI_SUCCESS && board::is_attached())
    board::note_operation(*op, reinterpret_cast<const void *>(function));
  return code;
}

/// MPI_Waitsome: waits for at least one; MPI_UNDEFINED where no request is active.
template <class Function>
int wait_some(Function pmpi, int count, MPI_Request *requests, int *completed, int *indices,
              MPI_Status *statuses) {
  if (wait_policy() == WaitPolicy::spin)
    return pmpi(count, requests, completed, indices, statuses);
  for (Backoff backoff;; backoff.pause()) {
    *completed = 0;
    const int code = PMPI_Testsome(count, requests, completed, indices, statuses);
    if (*completed != 0 || code != MPI_SUCCESS)
      return code;
  }
}

} // namespace brigade::interpose
