#pragma once

#include "judge/made_up_launch.hpp"

#include <string>
#include <vector>

/// Calls as the ledger would have them.
namespace brigade::grader::testing {

using Calls = std::vector<records::CallRecord>;

inline records::CallRecord call(std::string kind, std::int64_t bytes = 0, int peer = -1,
                                int tag = -1) {
  records::CallRecord record;
  record.kind = std::move(kind);
  record.communicator = "trial";
  record.bytes = bytes;
  record.peer = peer;
  record.tag = tag;
  return record;
}
inline records::CallRecord send(int to, std::int64_t bytes, int tag = 0) {
  return call("MPI_Send", bytes, to, tag);
}
inline records::CallRecord receive(int from, int tag = 0) { return call("MPI_Recv", 0, from, tag); }
inline records::CallRecord all_reduce(std::int64_t bytes, const std::string &operation = "sum") {
  records::CallRecord record = call("MPI_Allreduce", bytes);
  record.operation = operation;
  return record;
}

/// A launch whose ranks hold the same right value, made these calls and state these rules.
inline LaunchResult run_with(const std::vector<Calls> &ranks,
                             std::vector<records::TrafficRuleRecord> rules = {}) {
  return launch_of(static_cast<int>(ranks.size()), [&](int rank, records::TestRecords &records) {
    records.scalars = {scalar("result", 1.0)};
    records.calls = ranks[static_cast<std::size_t>(rank)];
    records.rules = rules;
  });
}

} // namespace brigade::grader::testing
