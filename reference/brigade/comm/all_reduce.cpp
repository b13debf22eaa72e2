#include "brigade/comm/all_reduce.hpp"

#include "brigade/comm/algorithms/plain.hpp"
#include "brigade/comm/algorithms/recursive_doubling.hpp"
#include "brigade/comm/algorithms/ring.hpp"
#include "brigade/comm/call/choose_algorithm.hpp"
#include "brigade/comm/call/collective_call.hpp"
#include "brigade/comm/messages/library.hpp"
#include "brigade/comm/shared_memory/all_reduce.hpp"
#include "brigade/core/check_reduction.hpp"
#include "brigade/tracer/traffic_formula.hpp"

namespace brigade {
namespace {

CollectiveCall call_of(const Group &group, void *data, std::size_t count, DType type, ReduceOp op) {
  return {.group = group.state(),
          .kind = "all_reduce",
          .input = data,
          .output = data,
          .type = type,
          .op = op,
          .count = count,
          .bytes = traffic::all_reduce(static_cast<std::int64_t>(count),
                                       static_cast<std::int64_t>(size_of(type)), group.size(),
                                       group.rank())};
}

Pending start_by(Algorithm algorithm, const CollectiveCall &call, void *data, std::size_t count,
                 DType type, ReduceOp op) {
  const GroupState &group = call.group;
  const int size = static_cast<int>(group.members.size());
  switch (algorithm) {
  case Algorithm::library:
    return start(call, library_all_reduce(group, data, count, type, op));
  case Algorithm::ring:
    return start(call, ring_all_reduce(group.rank, size, count));
  case Algorithm::recursive_doubling:
    return start(call, recursive_doubling_all_reduce(group.rank, size, count));
  default:
    return start(call, plain_all_reduce(group.rank, size, count));
  }
}

} // namespace

void all_reduce(const Group &group, void *data, std::size_t count, DType type, ReduceOp op,
                Algorithm algorithm) {
  check_reduction(type, op);
  const CollectiveCall call = call_of(group, data, count, type, op);
  algorithm = choose_algorithm(Collective::all_reduce, group.state(), count * size_of(type),
                               algorithm, false);
  if (algorithm == Algorithm::window)
    run(call, [&] { shared_all_reduce(*group.state().shared, data, count, type, op); });
  else
    start_by(algorithm, call, data, count, type, op).wait();
}

Pending start_all_reduce(const Group &group, void *data, std::size_t count, DType type, ReduceOp op,
                         Algorithm algorithm) {
  check_reduction(type, op);
  algorithm = choose_algorithm(Collective::all_reduce, group.state(), count * size_of(type),
                               algorithm, true);
  return start_by(algorithm, call_of(group, data, count, type, op), data, count, type, op);
}

} // namespace brigade
