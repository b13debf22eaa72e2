#pragma once

#include "brigade/tracer/board/settings.hpp"
#include "brigade/tracer/board/watched_call.hpp"
#include "brigade/tracer/interpose/record.hpp"
#include "brigade/tracer/ledger.hpp"
#include "brigade/tracer/wait.hpp"

#include <mpi.h>

#include <string_view>

/// What the generated wrappers are made of. The name of every MPI function in here begins with
/// PMPI_: nothing that a wrapper does is seen by the tracer.
namespace brigade::interpose {

/// One call of a wrapped MPI function. With the ledger off and without a board it costs a branch at
/// either end.
class Call {
public:
  /// `caller` is the return address of the wrapper.
  Call(std::string_view name, const void *caller)
      : name_(name), is_recorded_(Ledger::instance().is_on()), is_watched_(board::is_attached()),
        caller_(caller) {
    if (is_recorded_) [[unlikely]]
      start_ = Ledger::instance().now();
  }

  bool is_recorded() const { return is_recorded_; }
  bool is_watched() const { return is_watched_; }

  /// What the board is told before and after the call, where it is watched.
  void enter(const Arguments &arguments, board::Shape shape, Bytes bytes) const {
    board::enter({name_, caller_, shape, bytes}, arguments);
  }
  void leave(const Arguments &arguments, board::Shape shape, Bytes bytes, int code) const {
    board::leave({name_, caller_, shape, bytes}, arguments, code);
  }

  /// The caller's status, or one of our own where the caller wants none and the record does.
  MPI_Status *status_for_record(MPI_Status *status) {
    return is_recorded_ && status == MPI_STATUS_IGNORE ? &status_ : status;
  }

  /// Looks up the name of a communicator that will not be there any more when the record is made.
  void note_name_of(MPI_Comm communicator);

  void record(const Arguments &arguments, Bytes bytes) const;
  void record_started(const MPI_Request *requests, int count) const;

private:
  void write(CommRecord record) const;

  std::string_view name_;
  bool is_recorded_, is_watched_;
  const void *caller_;
  double start_ = 0;
  std::string_view axes_;
  MPI_Status status_{};
};

/// One call of an MPI function that calls.table does not know.
class UnknownCall {
public:
  UnknownCall(std::string_view name, const void *caller);
  ~UnknownCall();
  UnknownCall(const UnknownCall &) = delete;
  UnknownCall &operator=(const UnknownCall &) = delete;

private:
  Call call_;
};

/// Completes a request that was started in place of a blocking call on `communicator`, with that
/// call's errors: MPI gives those to the communicator's error handler, whereas MPICH's MPI_Test
/// gives them to MPI_COMM_WORLD's.
int finish(MPI_Comm communicator, MPI_Request *request, MPI_Status *status);
/// The same for a receive and a send that were started together; an error of either is given once.
int finish(MPI_Comm communicator, MPI_Request *incoming, MPI_Status *status, MPI_Request *outgoing);

/// A blocking call that has a nonblocking twin. Where each rank has a core, it is called as it is,
/// since MPI's own spinning is the fastest.
template <class Blocking, class Start>
int start_and_wait(MPI_Comm communicator, MPI_Status *status, Blocking blocking, Start start) {
  if (wait_policy() == WaitPolicy::spin)
    return blocking();
  MPI_Request request = MPI_REQUEST_NULL;
  const int code = start(&request);
  return code == MPI_SUCCESS ? finish(communicator, &request, status) : code;
}

/// A blocking call whose twin looks, and says by a flag whether it has found anything.
template <class Blocking, class Look> int look_until_found(Blocking blocking, Look look) {
  if (wait_policy() == WaitPolicy::spin)
    return blocking();
  for (Backoff backoff;; backoff.pause()) {
    int found = 0;
    const int code = look(&found);
    if (found || code != MPI_SUCCESS)
      return code;
  }
}

/// The one function or the other: see board::Settings::synchronous.
template <class Function> Function standard_send(Function standard, Function synchronous) {
  return board::sends_wait ? synchronous : standard;
}

/// Takes back a receive whose other half could not be started. That error has been given already.
void abandon(MPI_Comm communicator, MPI_Request *request);

/// False where ranks or tags are none of the communicator's.
bool are_messages_possible(MPI_Comm communicator, int dest, int sendtag, int source, int recvtag);

/// Waits politely until all ranks of `communicator` are here. @return MPI's error code.
int arrive(MPI_Comm communicator);

/// A collective call that can only block.
template <class Blocking> int arrive_then_call(MPI_Comm communicator, Blocking blocking) {
  if (wait_policy() == WaitPolicy::polite)
    if (const int code = arrive(communicator); code != MPI_SUCCESS)
      return code;
  return blocking();
}

} // namespace brigade::interpose
