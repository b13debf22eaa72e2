#include "brigade/tracer/interpose/call.hpp"

#include "brigade/tracer/communicator_name.hpp"
#include "brigade/tracer/unknown_calls.hpp"

namespace brigade::interpose {
namespace {

/// While it lives, errors on a communicator are only returned.
class ErrorsReturn {
public:
  explicit ErrorsReturn(MPI_Comm communicator) : communicator_(communicator) {
    PMPI_Comm_get_errhandler(communicator_, &handler_);
    PMPI_Comm_set_errhandler(communicator_, MPI_ERRORS_RETURN);
  }
  ~ErrorsReturn() {
    PMPI_Comm_set_errhandler(communicator_, handler_);
    PMPI_Errhandler_free(&handler_);
  }
  ErrorsReturn(const ErrorsReturn &) = delete;
  ErrorsReturn &operator=(const ErrorsReturn &) = delete;

private:
  MPI_Comm communicator_;
  MPI_Errhandler handler_ = MPI_ERRHANDLER_NULL;
};

} // namespace

void Call::note_name_of(MPI_Comm communicator) {
  if (is_recorded_ && communicator != MPI_COMM_NULL)
    axes_ = communicator_name(communicator);
}

void Call::record(const Arguments &arguments, Bytes bytes) const {
  write(record_of(name_, arguments, bytes));
}

void Call::record_started(const MPI_Request *requests, int count) const {
  for (int i = 0; i < count; ++i)
    write(record_of_start(name_, requests[i]));
}

void Call::write(CommRecord record) const {
  if (record.axes.empty())
    record.axes = axes_;
  record.start = start_;
  record.end = Ledger::instance().now();
  Ledger::instance().record(record);
}

UnknownCall::UnknownCall(std::string_view name, const void *caller) : call_(name, caller) {
  ++unknown_calls()[name];
  if (call_.is_watched())
    call_.enter({}, board::Shape::local, Bytes::none);
}

UnknownCall::~UnknownCall() {
  if (call_.is_watched())
    call_.leave({}, board::Shape::local, Bytes::none, MPI_SUCCESS);
  if (call_.is_recorded())
    call_.record({}, Bytes::none);
}

int finish(MPI_Comm communicator, MPI_Request *request, MPI_Status *status) {
  if (communicator == MPI_COMM_WORLD)
    return wait(request, status);
  MPI_Request nothing = MPI_REQUEST_NULL;
  return finish(communicator, request, status, &nothing);
}

int finish(MPI_Comm communicator, MPI_Request *incoming, MPI_Status *status,
           MPI_Request *outgoing) {
  int code = MPI_SUCCESS;
  {
    // A request's errors go to MPI_COMM_SELF's handler in MPI 4, to MPI_COMM_WORLD's in MPI 3 and
    // MPICH 4.0, and to the communicator's own in MPICH where a rank sends to itself.
    const ErrorsReturn on_world(MPI_COMM_WORLD), on_self(MPI_COMM_SELF), on_its_own(communicator);
    code = wait(incoming, status);
    const int sent = wait(outgoing);
    code = code == MPI_SUCCESS ? sent : code;
  }
  if (code != MPI_SUCCESS)
    PMPI_Comm_call_errhandler(communicator, code);
  return code;
}

void abandon(MPI_Comm communicator, MPI_Request *request) {
  const ErrorsReturn on_world(MPI_COMM_WORLD), on_self(MPI_COMM_SELF), on_its_own(communicator);
  PMPI_Cancel(request);
  wait(request);
}

bool are_messages_possible(MPI_Comm communicator, int dest, int sendtag, int source, int recvtag) {
  if (communicator == MPI_COMM_NULL)
    return false;
  int is_intercommunicator = 0, ranks = 0;
  PMPI_Comm_test_inter(communicator, &is_intercommunicator);
  if (is_intercommunicator)
    PMPI_Comm_remote_size(communicator, &ranks);
  else
    PMPI_Comm_size(communicator, &ranks);
  const auto is_rank = [&](int rank) {
    return rank == MPI_PROC_NULL || (rank >= 0 && rank < ranks);
  };
  return is_rank(dest) && (is_rank(source) || source == MPI_ANY_SOURCE) && sendtag >= 0 &&
         (recvtag >= 0 || recvtag == MPI_ANY_TAG);
}

int arrive(MPI_Comm communicator) {
  MPI_Request request = MPI_REQUEST_NULL;
  const int code = PMPI_Ibarrier(communicator, &request);
  return code == MPI_SUCCESS ? finish(communicator, &request, MPI_STATUS_IGNORE) : code;
}

} // namespace brigade::interpose
