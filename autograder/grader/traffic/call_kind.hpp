#pragma once

#include "records/record.hpp"

#include <string>

/// What the calls of a ledger are.
namespace brigade::grader::traffic_rules {

/// The blocking name of a call: "MPI_Allreduce" of MPI_Iallreduce and of MPI_Allreduce_c.
std::string blocking_name(const std::string &kind);
bool is_nonblocking(const std::string &kind);

enum class CallClass {
  collective, ///< moves data among all ranks of its communicator
  barrier,
  send,
  receive,
  exchange, ///< sends and receives: MPI_Sendrecv
  start,    ///< of a persistent request
  wait,     ///< completes requests
  other     ///< makes communicators, probes, frees
};
CallClass class_of(const records::CallRecord &call);

/// "MPI_Allreduce (sum)", "MPI_Bcast": what two collectives have in common that count as the same.
std::string name_of_collective(const records::CallRecord &call);

} // namespace brigade::grader::traffic_rules
