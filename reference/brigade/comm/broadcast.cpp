#include "brigade/comm/broadcast.hpp"

#include "brigade/comm/algorithms/plain.hpp"
#include "brigade/comm/algorithms/tree.hpp"
#include "brigade/comm/call/choose_algorithm.hpp"
#include "brigade/comm/call/collective_call.hpp"
#include "brigade/comm/call/size_check.hpp"
#include "brigade/comm/messages/library.hpp"
#include "brigade/comm/shared_memory/broadcast.hpp"
#include "brigade/tracer/traffic_formula.hpp"

namespace brigade {
namespace {

constexpr std::string_view kKind = "broadcast";

CollectiveCall checked_call(const Group &group, void *data, std::size_t count, DType type,
                            int root) {
  check_place(kKind, group.state(), "root", root);
  return {.group = group.state(),
          .kind = kKind,
          .input = data,
          .output = data,
          .type = type,
          .op = {},
          .count = count,
          .bytes = traffic::broadcast(static_cast<std::int64_t>(count * size_of(type)),
                                      group.size(), group.rank() == root),
          .root = root};
}

Pending start_by(Algorithm algorithm, const CollectiveCall &call) {
  const GroupState &group = call.group;
  const int size = static_cast<int>(group.members.size());
  switch (algorithm) {
  case Algorithm::library:
    return start(call, library_broadcast(group, call.output, call.count, call.type, call.root));
  case Algorithm::tree:
    return start(call, tree_broadcast(group.rank, size, call.count, call.root));
  default:
    return start(call, plain_broadcast(group.rank, size, call.count, call.root));
  }
}

} // namespace

void broadcast(const Group &group, void *data, std::size_t count, DType type, int root,
               Algorithm algorithm) {
  const CollectiveCall call = checked_call(group, data, count, type, root);
  algorithm =
      choose_algorithm(Collective::broadcast, call.group, count * size_of(type), algorithm, false);
  if (algorithm == Algorithm::window)
    run(call, [&] { shared_broadcast(*call.group.shared, data, count, type, root); });
  else
    start_by(algorithm, call).wait();
}

Pending start_broadcast(const Group &group, void *data, std::size_t count, DType type, int root,
                        Algorithm algorithm) {
  const CollectiveCall call = checked_call(group, data, count, type, root);
  algorithm =
      choose_algorithm(Collective::broadcast, call.group, count * size_of(type), algorithm, true);
  return start_by(algorithm, call);
}

} // namespace brigade
