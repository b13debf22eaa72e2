#include "brigade/comm/reduce_scatter.hpp"

#include "brigade/comm/algorithms/plain.hpp"
#include "brigade/comm/algorithms/ring.hpp"
#include "brigade/comm/call/choose_algorithm.hpp"
#include "brigade/comm/call/collective_call.hpp"
#include "brigade/comm/call/size_check.hpp"
#include "brigade/comm/messages/library.hpp"
#include "brigade/comm/shared_memory/reduce_scatter.hpp"
#include "brigade/core/check_reduction.hpp"
#include "brigade/tracer/traffic_formula.hpp"

#include <numeric>

namespace brigade {
namespace {

constexpr std::string_view kKind = "reduce_scatter";

CollectiveCall checked_call(const Group &group, ConstBuffer in, Buffer out,
                            std::span<const std::size_t> counts, DType type, ReduceOp op) {
  GroupState &state = group.state();
  check_reduction(type, op);
  check_counts(kKind, state, "counts", counts);
  check_size(kKind, state, "in", in.count, std::reduce(counts.begin(), counts.end()),
             "the sum of the counts");
  const std::size_t own = counts[static_cast<std::size_t>(state.rank)];
  check_size(kKind, state, "out", out.count, own, "this rank's block");
  return {.group = state,
          .kind = kKind,
          .input = in.data,
          .output = out.data,
          .type = type,
          .op = op,
          .count = in.count,
          .bytes = traffic::reduce_scatter(static_cast<std::int64_t>(in.count * size_of(type)),
                                           static_cast<std::int64_t>(own * size_of(type)))};
}

Pending start_by(Algorithm algorithm, const CollectiveCall &call,
                 std::span<const std::size_t> counts) {
  const GroupState &group = call.group;
  switch (algorithm) {
  case Algorithm::library:
    return start(
        call, library_reduce_scatter(group, call.input, call.output, counts, call.type, *call.op));
  case Algorithm::ring:
    return start(call, ring_reduce_scatter(group.rank, counts));
  default:
    return start(call, plain_reduce_scatter(group.rank, counts));
  }
}

} // namespace

void reduce_scatter(const Group &group, ConstBuffer in, Buffer out,
                    std::span<const std::size_t> counts, DType type, ReduceOp op,
                    Algorithm algorithm) {
  const CollectiveCall call = checked_call(group, in, out, counts, type, op);
  algorithm = choose_algorithm(Collective::reduce_scatter, call.group, in.count * size_of(type),
                               algorithm, false);
  if (algorithm == Algorithm::window)
    run(call,
        [&] { shared_reduce_scatter(*call.group.shared, in.data, out.data, counts, type, op); });
  else
    start_by(algorithm, call, counts).wait();
}

void reduce_scatter(const Group &group, ConstBuffer in, Buffer out, DType type, ReduceOp op,
                    Algorithm algorithm) {
  reduce_scatter(group, in, out, balanced_counts(in.count, group.size()), type, op, algorithm);
}

Pending start_reduce_scatter(const Group &group, ConstBuffer in, Buffer out,
                             std::span<const std::size_t> counts, DType type, ReduceOp op,
                             Algorithm algorithm) {
  const CollectiveCall call = checked_call(group, in, out, counts, type, op);
  algorithm = choose_algorithm(Collective::reduce_scatter, call.group, in.count * size_of(type),
                               algorithm, true);
  return start_by(algorithm, call, counts);
}

Pending start_reduce_scatter(const Group &group, ConstBuffer in, Buffer out, DType type,
                             ReduceOp op, Algorithm algorithm) {
  return start_reduce_scatter(group, in, out, balanced_counts(in.count, group.size()), type, op,
                              algorithm);
}

} // namespace brigade
