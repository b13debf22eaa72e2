#include "brigade/comm/messages/scheduled_operation.hpp"

#include "brigade/comm/job/runtime_state.hpp"
#include "brigade/comm/messages/message_limit.hpp"
#include "brigade/comm/mpi_error.hpp"
#include "brigade/comm/reduction/reduce_into.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <limits>

namespace brigade {
namespace {

std::size_t limit = std::size_t{1} << 30;

} // namespace

std::size_t message_limit() { return limit; }

void set_message_limit(std::size_t elements) {
  constexpr auto most = static_cast<std::size_t>(std::numeric_limits<int>::max());
  if (elements == 0 || elements > most)
    throw InputError(
        fmt::format("message limit is {} elements; MPI takes 1 to {}", elements, most));
  limit = elements;
}

MPI_Datatype mpi_type_of(DType type) {
  switch (type) {
  case DType::f32:
    return MPI_FLOAT;
  case DType::f64:
    return MPI_DOUBLE;
  case DType::i32:
    return MPI_INT32_T;
  case DType::i64:
    return MPI_INT64_T;
  case DType::boolean:
    return MPI_UINT8_T;
  }
  return MPI_DATATYPE_NULL;
}

ScheduledOperation::ScheduledOperation(const GroupState &group, Schedule schedule,
                                       const ScheduleArguments &arguments)
    : group_(group), schedule_(std::move(schedule)), arguments_(arguments),
      element_bytes_(size_of(arguments.type)) {
  if (schedule_.scratch_count() > 0)
    scratch_ =
        std::make_unique_for_overwrite<std::byte[]>(schedule_.scratch_count() * element_bytes_);
}

std::byte *ScheduledOperation::target(const BufferRange &block) {
  auto *base =
      block.place == Place::scratch ? scratch_.get() : static_cast<std::byte *>(arguments_.output);
  return base + block.begin * element_bytes_;
}

const std::byte *ScheduledOperation::source(const BufferRange &block) const {
  const std::byte *base = nullptr;
  switch (block.place) {
  case Place::input:
    base = static_cast<const std::byte *>(arguments_.input);
    break;
  case Place::output:
    base = static_cast<const std::byte *>(arguments_.output);
    break;
  case Place::scratch:
    base = scratch_.get();
    break;
  }
  return base + block.begin * element_bytes_;
}

bool ScheduledOperation::advance() {
  const auto steps = schedule_.steps();
  for (;;) {
    if (!messages_have_arrived())
      return false;
    if (next_step_ == steps.size())
      return true;
    while (next_step_ < steps.size()) {
      const Step &step = steps[next_step_++];
      if (step.kind == Step::Kind::settle)
        break;
      execute(step);
    }
  }
}

void ScheduledOperation::execute(const Step &step) {
  const std::size_t bytes = step.target.count * element_bytes_;
  switch (step.kind) {
  case Step::Kind::send:
  case Step::Kind::receive:
    return post(step);
  case Step::Kind::copy:
    if (source(step.source) != target(step.target))
      std::memcpy(target(step.target), source(step.source), bytes);
    return;
  case Step::Kind::reduce:
    return reduce_into(target(step.target), source(step.source), step.target.count, arguments_.type,
                       arguments_.op, step.order);
  case Step::Kind::finish:
    if (arguments_.op == ReduceOp::mean)
      divide_by(target(step.target), step.target.count, arguments_.type,
                static_cast<int>(group_.members.size()));
    return;
  case Step::Kind::zero:
    std::memset(target(step.target), 0, bytes);
    return;
  case Step::Kind::settle:
    return;
  }
}

void ScheduledOperation::post(const Step &step) {
  const bool sends = step.kind == Step::Kind::send;
  const BufferRange &block = sends ? step.source : step.target;
  const MPI_Comm world = group_.runtime->world.get();
  const int peer = group_.members[static_cast<std::size_t>(step.peer)];
  const MPI_Datatype type = mpi_type_of(arguments_.type);
  std::size_t begin = 0;
  do { // at least once: an empty block is an empty message
    const int count = static_cast<int>(std::min(limit, block.count - begin));
    BufferRange piece = block;
    piece.begin += begin;
    MPI_Request &request = requests_.emplace_back(MPI_REQUEST_NULL);
    messages_.push_back({step.peer, sends ? -1 : count});
    if (sends)
      check(PMPI_Isend(source(piece), count, type, peer, arguments_.tag, world, &request),
            "MPI_Isend");
    else
      check(PMPI_Irecv(target(piece), count, type, peer, arguments_.tag, world, &request),
            "MPI_Irecv");
    begin += limit;
  } while (begin < block.count);
}

bool ScheduledOperation::messages_have_arrived() {
  if (requests_.empty())
    return true;
  statuses_.resize(requests_.size());
  int all_done = 0;
  const int code = PMPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &all_done,
                                statuses_.data());
  if (code == MPI_ERR_IN_STATUS) {
    for (std::size_t i = 0; i < statuses_.size(); ++i)
      if (statuses_[i].MPI_ERROR != MPI_SUCCESS && statuses_[i].MPI_ERROR != MPI_ERR_PENDING)
        throw_message_error(i, statuses_[i].MPI_ERROR);
  }
  check(code, "MPI_Testall");
  if (!all_done)
    return false;
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    int count = 0;
    if (messages_[i].count < 0)
      continue;
    check(PMPI_Get_count(&statuses_[i], mpi_type_of(arguments_.type), &count), "MPI_Get_count");
    if (count != messages_[i].count)
      throw InputError(fmt::format("{} over `{}`: place {} sent {} elements where place {} "
                                   "expected {} ({}). All members must "
                                   "give sizes and types that fit each other",
                                   arguments_.kind, group_.name, messages_[i].peer,
                                   count == MPI_UNDEFINED ? -1 : count, group_.rank,
                                   messages_[i].count, to_string(arguments_.type)));
  }
  requests_.clear();
  messages_.clear();
  return true;
}

void ScheduledOperation::throw_message_error(std::size_t index, int code) const {
  const Message &message = messages_[index];
  int error_class = MPI_SUCCESS;
  PMPI_Error_class(code, &error_class);
  if (error_class == MPI_ERR_TRUNCATE && message.count >= 0)
    throw InputError(
        fmt::format("{} over `{}`: place {} sent more than the {} elements ({}) that "
                    "place {} expected. All members must give sizes that fit each other",
                    arguments_.kind, group_.name, message.peer, message.count,
                    to_string(arguments_.type), group_.rank));
  throw MpiError(message.count < 0 ? "MPI_Isend" : "MPI_Irecv", code);
}

bool ScheduledOperation::abandon() noexcept {
  // A receive must not write into memory that its owner is about to free. Sends cannot be called
  // back.
  constexpr int kLooks = 1000;
  bool all_gone = true;
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    if (requests_[i] == MPI_REQUEST_NULL)
      continue;
    if (messages_[i].count >= 0)
      PMPI_Cancel(&requests_[i]);
    int gone = 0;
    for (int look = 0; look < kLooks && !gone; ++look)
      if (PMPI_Test(&requests_[i], &gone, MPI_STATUS_IGNORE) != MPI_SUCCESS)
        break;
    all_gone = all_gone && gone;
  }
  return all_gone;
}

} // namespace brigade
