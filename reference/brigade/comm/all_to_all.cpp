#include "brigade/comm/all_to_all.hpp"

#include "brigade/comm/algorithms/pairwise.hpp"
#include "brigade/comm/algorithms/plain.hpp"
#include "brigade/comm/call/choose_algorithm.hpp"
#include "brigade/comm/call/collective_call.hpp"
#include "brigade/comm/call/size_check.hpp"
#include "brigade/comm/messages/library.hpp"
#include "brigade/comm/shared_memory/all_to_all.hpp"
#include "brigade/tracer/traffic_formula.hpp"

#include <numeric>
#include <vector>

namespace brigade {
namespace {

constexpr std::string_view kKind = "all_to_all";
using Counts = std::span<const std::size_t>;

CollectiveCall checked_call(const Group &group, ConstBuffer in, Buffer out, Counts send_counts,
                            Counts receive_counts, DType type) {
  GroupState &state = group.state();
  check_counts(kKind, state, "send_counts", send_counts);
  check_counts(kKind, state, "receive_counts", receive_counts);
  check_size(kKind, state, "in", in.count, std::reduce(send_counts.begin(), send_counts.end()),
             "the sum of send_counts");
  check_size(kKind, state, "out", out.count,
             std::reduce(receive_counts.begin(), receive_counts.end()),
             "the sum of receive_counts");
  const auto place = static_cast<std::size_t>(state.rank);
  check_size(kKind, state, "in", send_counts[place], receive_counts[place],
             "what this rank gives to itself is what it takes from itself");
  return {.group = state,
          .kind = kKind,
          .input = in.data,
          .output = out.data,
          .type = type,
          .op = {},
          .count = in.count,
          .bytes =
              traffic::all_to_all(static_cast<std::int64_t>(in.count * size_of(type)),
                                  static_cast<std::int64_t>(send_counts[place] * size_of(type)))};
}

Pending start_by(Algorithm algorithm, const CollectiveCall &call, Counts send_counts,
                 Counts receive_counts) {
  const GroupState &group = call.group;
  switch (algorithm) {
  case Algorithm::library:
    return start(call, library_all_to_all(group, call.input, call.output, send_counts,
                                          receive_counts, call.type));
  case Algorithm::pairwise:
    return start(call, pairwise_all_to_all(group.rank, send_counts, receive_counts));
  default:
    return start(call, plain_all_to_all(group.rank, send_counts, receive_counts));
  }
}

/// What each member gives this one where all give `count` elements in balanced blocks.
std::vector<std::size_t> received_of_balanced(const Group &group, Counts send_counts) {
  return std::vector<std::size_t>(send_counts.size(),
                                  send_counts[static_cast<std::size_t>(group.rank())]);
}

} // namespace

void all_to_all(const Group &group, ConstBuffer in, Buffer out, Counts send_counts,
                Counts receive_counts, DType type, Algorithm algorithm) {
  const CollectiveCall call = checked_call(group, in, out, send_counts, receive_counts, type);
  algorithm = choose_algorithm(Collective::all_to_all, call.group, in.count * size_of(type),
                               algorithm, false);
  if (algorithm == Algorithm::window)
    run(call, [&] {
      shared_all_to_all(*call.group.shared, in.data, out.data, send_counts, receive_counts, type);
    });
  else
    start_by(algorithm, call, send_counts, receive_counts).wait();
}

void all_to_all(const Group &group, ConstBuffer in, Buffer out, DType type, Algorithm algorithm) {
  const auto send_counts = balanced_counts(in.count, group.size());
  all_to_all(group, in, out, send_counts, received_of_balanced(group, send_counts), type,
             algorithm);
}

Pending start_all_to_all(const Group &group, ConstBuffer in, Buffer out, Counts send_counts,
                         Counts receive_counts, DType type, Algorithm algorithm) {
  const CollectiveCall call = checked_call(group, in, out, send_counts, receive_counts, type);
  algorithm = choose_algorithm(Collective::all_to_all, call.group, in.count * size_of(type),
                               algorithm, true);
  return start_by(algorithm, call, send_counts, receive_counts);
}

Pending start_all_to_all(const Group &group, ConstBuffer in, Buffer out, DType type,
                         Algorithm algorithm) {
  const auto send_counts = balanced_counts(in.count, group.size());
  return start_all_to_all(group, in, out, send_counts, received_of_balanced(group, send_counts),
                          type, algorithm);
}

} // namespace brigade
