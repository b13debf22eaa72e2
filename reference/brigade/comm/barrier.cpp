#include "brigade/comm/barrier.hpp"

#include "brigade/comm/algorithms/plain.hpp"
#include "brigade/comm/algorithms/recursive_doubling.hpp"
#include "brigade/comm/call/choose_algorithm.hpp"
#include "brigade/comm/call/collective_call.hpp"
#include "brigade/comm/messages/library.hpp"
#include "brigade/comm/shared_memory/barrier.hpp"

namespace brigade {
namespace {

CollectiveCall call_of(const Group &group) {
  return {.group = group.state(), .kind = "barrier", .op = {}};
}

Pending start_by(Algorithm algorithm, const CollectiveCall &call) {
  const GroupState &group = call.group;
  const int size = static_cast<int>(group.members.size());
  switch (algorithm) {
  case Algorithm::library:
    return start(call, library_barrier(group));
  case Algorithm::recursive_doubling:
    return start(call, recursive_doubling_barrier(group.rank, size));
  default:
    return start(call, plain_barrier(group.rank, size));
  }
}

} // namespace

void barrier(const Group &group, Algorithm algorithm) {
  const CollectiveCall call = call_of(group);
  algorithm = choose_algorithm(Collective::barrier, call.group, 0, algorithm, false);
  if (algorithm == Algorithm::window)
    run(call, [&] { shared_barrier(*call.group.shared); });
  else
    start_by(algorithm, call).wait();
}

Pending start_barrier(const Group &group, Algorithm algorithm) {
  algorithm = choose_algorithm(Collective::barrier, group.state(), 0, algorithm, true);
  return start_by(algorithm, call_of(group));
}

} // namespace brigade
