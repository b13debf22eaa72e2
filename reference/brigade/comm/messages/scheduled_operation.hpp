#pragma once

#include "brigade/comm/algorithms/schedule.hpp"
#include "brigade/comm/job/group_state.hpp"
#include "brigade/comm/messages/started_operation.hpp"
#include "brigade/core/dtype.hpp"
#include "brigade/core/reduce_op.hpp"

#include <mpi.h>

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace brigade {

/// What a schedule works on.
struct ScheduleArguments {
  const void *input = nullptr;
  void *output = nullptr;
  DType type = DType::boolean;
  ReduceOp op = ReduceOp::sum;
  int tag = 0;
  std::string_view kind; ///< for error messages; static storage
};

/// Executes a schedule with point-to-point messages.
class ScheduledOperation : public StartedOperation {
public:
  ScheduledOperation(const GroupState &group, Schedule schedule,
                     const ScheduleArguments &arguments);
  bool advance() override;
  bool abandon() noexcept override;

private:
  bool messages_have_arrived();
  void execute(const Step &step);
  void post(const Step &step);
  std::byte *target(const BufferRange &block);
  const std::byte *source(const BufferRange &block) const;
  [[noreturn]] void throw_message_error(std::size_t index, int code) const;

  struct Message {
    int peer;  ///< place in the group
    int count; ///< elements expected; -1 for what is sent
  };

  const GroupState &group_;
  Schedule schedule_;
  ScheduleArguments arguments_;
  std::size_t element_bytes_;
  std::size_t next_step_ = 0;
  std::unique_ptr<std::byte[]> scratch_;
  std::vector<MPI_Request> requests_;
  std::vector<MPI_Status> statuses_;
  std::vector<Message> messages_;
};

/// The type of MPI that carries elements of `type`.
MPI_Datatype mpi_type_of(DType type);

} // namespace brigade
