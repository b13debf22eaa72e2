#pragma once

#include "brigade/comm/algorithms/schedule.hpp"
#include "brigade/comm/communication_time.hpp"
#include "brigade/comm/job/group_state.hpp"
#include "brigade/comm/messages/scheduled_operation.hpp"
#include "brigade/comm/messages/started_operation.hpp"
#include "brigade/comm/pending.hpp"
#include "brigade/core/dtype.hpp"
#include "brigade/core/reduce_op.hpp"
#include "brigade/tracer/ledger.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace brigade {

/// One call of a collective as its algorithms and the ledger see it. comm/ only.
struct CollectiveCall {
  GroupState &group;
  std::string_view kind; ///< static storage
  const void *input = nullptr;
  void *output = nullptr;
  DType type = DType::boolean;
  std::optional<ReduceOp> op;
  std::size_t count = 0;  ///< elements, for the ledger
  std::int64_t bytes = 0; ///< that this rank sends, by the formula of its kind
  int root = -1, peer = -1, tag = -1;

  /// What the ledger keeps, begun now; nothing where it is off.
  std::optional<CommRecord> record() const;
};

/// Starts a schedule of point-to-point messages under `mpi_tag`.
Pending start(const CollectiveCall &call, Schedule schedule, int mpi_tag);
/// Starts it under the group's next tag.
Pending start(const CollectiveCall &call, Schedule schedule);
/// Starts another kind of operation.
Pending start(const CollectiveCall &call, std::shared_ptr<StartedOperation> operation);

/// Runs a collective that returns when it is done.
template <class Body> void run(const CollectiveCall &call, Body &&body) {
  const CommunicationTime time;
  auto record = call.record();
  body();
  if (record) {
    record->end = Ledger::instance().now();
    Ledger::instance().record(*record);
  }
}

} // namespace brigade
