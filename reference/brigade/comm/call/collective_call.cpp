#include "brigade/comm/call/collective_call.hpp"

#include "brigade/comm/messages/tag.hpp"

namespace brigade {

std::optional<CommRecord> CollectiveCall::record() const {
  const Ledger &ledger = Ledger::instance();
  if (!ledger.is_on())
    return std::nullopt;
  CommRecord record;
  record.kind = kind;
  record.axes = group.ledger_name;
  record.operation = op ? to_string(*op) : std::string_view{};
  record.type = to_string(type);
  record.count = static_cast<std::int64_t>(count);
  record.bytes = bytes;
  record.root = root;
  record.peer = peer;
  record.tag = tag;
  record.start = ledger.now();
  return record;
}

Pending start(const CollectiveCall &call, Schedule schedule, int mpi_tag) {
  const ScheduleArguments arguments{
      call.input, call.output, call.type, call.op.value_or(ReduceOp::sum), mpi_tag, call.kind};
  return start(call,
               std::make_shared<ScheduledOperation>(call.group, std::move(schedule), arguments));
}

Pending start(const CollectiveCall &call, Schedule schedule) {
  return start(call, std::move(schedule), next_collective_tag(call.group));
}

Pending start(const CollectiveCall &call, std::shared_ptr<StartedOperation> operation) {
  operation->record = call.record();
  start_operation(operation);
  return Pending(std::move(operation));
}

} // namespace brigade
