#pragma once

#include <cstdint>
#include <map>
#include <string_view>

namespace brigade {

/// MPI calls of this process that the tracer does not know (interpose/calls.table), by name, with
/// how often they were made. They go to MPI as they are, so they wait by spinning, and their
/// records have no bytes. Counted whether the ledger is on or off.
std::map<std::string_view, std::int64_t> &unknown_calls();

} // namespace brigade
