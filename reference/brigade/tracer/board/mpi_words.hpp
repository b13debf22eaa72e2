#pragma once

#include "brigade/tracer/interpose/record.hpp"

#include <mpi.h>

#include <cstdint>
#include <string>
#include <string_view>

/// MPI's errors in plain English.
namespace brigade::board {

struct FailedCall {
  std::string_view name;
  std::uint64_t caller;
  const interpose::Arguments &arguments;
  MPI_Comm communicator;
  int code;
};

/// One sentence: "MPI_Recv at ring.cpp:12 failed: … (MPI says: …)."
std::string sentence_of(const FailedCall &call);
std::string cause_of(const FailedCall &call);

} // namespace brigade::board
