#pragma once

#include "grader/workshop/object_names.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace brigade::grader {

/// Those MPI_* functions among `names` that the tracer does not know, so that what they send stands
/// in no ledger. `table` is tracer/interpose/calls.table; without it, nothing is unknown.
std::vector<std::string> unknown_mpi_calls(const std::vector<ObjectName> &names,
                                           const std::filesystem::path &table);

} // namespace brigade::grader
