#include "brigade/comm/all_gather.hpp"

#include "brigade/comm/algorithms/plain.hpp"
#include "brigade/comm/algorithms/ring.hpp"
#include "brigade/comm/call/choose_algorithm.hpp"
#include "brigade/comm/call/collective_call.hpp"
#include "brigade/comm/call/size_check.hpp"
#include "brigade/comm/messages/library.hpp"
#include "brigade/comm/shared_memory/all_gather.hpp"
#include "brigade/tracer/traffic_formula.hpp"

#include <numeric>

namespace brigade {
namespace {

constexpr std::string_view kKind = "all_gather";

CollectiveCall checked_call(const Group &group, ConstBuffer in, Buffer out,
                            std::span<const std::size_t> counts, DType type) {
  GroupState &state = group.state();
  check_counts(kKind, state, "counts", counts);
  check_size(kKind, state, "in", in.count, counts[static_cast<std::size_t>(state.rank)],
             "this rank's block");
  check_size(kKind, state, "out", out.count, std::reduce(counts.begin(), counts.end()),
             "the sum of the counts");
  return {.group = state,
          .kind = kKind,
          .input = in.data,
          .output = out.data,
          .type = type,
          .op = {},
          .count = out.count,
          .bytes = traffic::all_gather(static_cast<std::int64_t>(in.count * size_of(type)),
                                       group.size())};
}

Pending start_by(Algorithm algorithm, const CollectiveCall &call,
                 std::span<const std::size_t> counts) {
  const GroupState &group = call.group;
  switch (algorithm) {
  case Algorithm::library:
    return start(call, library_all_gather(group, call.input, call.output, counts, call.type));
  case Algorithm::ring:
    return start(call, ring_all_gather(group.rank, counts));
  default:
    return start(call, plain_all_gather(group.rank, counts));
  }
}

} // namespace

void all_gather(const Group &group, ConstBuffer in, Buffer out, std::span<const std::size_t> counts,
                DType type, Algorithm algorithm) {
  const CollectiveCall call = checked_call(group, in, out, counts, type);
  algorithm = choose_algorithm(Collective::all_gather, call.group, out.count * size_of(type),
                               algorithm, false);
  if (algorithm == Algorithm::window)
    run(call, [&] { shared_all_gather(*call.group.shared, in.data, out.data, counts, type); });
  else
    start_by(algorithm, call, counts).wait();
}

void all_gather(const Group &group, ConstBuffer in, Buffer out, DType type, Algorithm algorithm) {
  all_gather(group, in, out, balanced_counts(out.count, group.size()), type, algorithm);
}

Pending start_all_gather(const Group &group, ConstBuffer in, Buffer out,
                         std::span<const std::size_t> counts, DType type, Algorithm algorithm) {
  const CollectiveCall call = checked_call(group, in, out, counts, type);
  algorithm = choose_algorithm(Collective::all_gather, call.group, out.count * size_of(type),
                               algorithm, true);
  return start_by(algorithm, call, counts);
}

Pending start_all_gather(const Group &group, ConstBuffer in, Buffer out, DType type,
                         Algorithm algorithm) {
  return start_all_gather(group, in, out, balanced_counts(out.count, group.size()), type,
                          algorithm);
}

} // namespace brigade
