#include "brigade/comm/permute.hpp"

#include "brigade/comm/call/collective_call.hpp"
#include "brigade/comm/call/size_check.hpp"
#include "brigade/core/error.hpp"
#include "brigade/tracer/traffic_formula.hpp"

#include <fmt/format.h>
#include <vector>

namespace brigade {
namespace {

constexpr std::string_view kKind = "permute";

/// Who this rank gives to and takes from; -1 for nobody.
struct Partners {
  int target = -1;
  int source = -1;
};

Partners partners_of(const GroupState &group, std::span<const PermuteStep> steps) {
  Partners partners;
  std::vector<int> target_of(group.members.size(), -1), source_of(group.members.size(), -1);
  for (const PermuteStep &step : steps) {
    check_place(kKind, group, "a step's source", step.source);
    check_place(kKind, group, "a step's target", step.target);
    int &target = target_of[static_cast<std::size_t>(step.source)];
    int &source = source_of[static_cast<std::size_t>(step.target)];
    if (target >= 0)
      throw InputError(
          fmt::format("{} over `{}`: place {} is the source of two steps (to {} and to "
                      "{}); a member gives its data to at most one",
                      kKind, group.name, step.source, target, step.target));
    if (source >= 0)
      throw InputError(fmt::format("{} over `{}`: place {} is the target of two steps (from {} and "
                                   "from {}); a member takes data from at most one",
                                   kKind, group.name, step.target, source, step.source));
    target = step.target;
    source = step.source;
  }
  return {target_of[static_cast<std::size_t>(group.rank)],
          source_of[static_cast<std::size_t>(group.rank)]};
}

Schedule schedule_of(int rank, std::size_t count, Partners partners) {
  Schedule schedule;
  const BufferRange given{Place::input, 0, count}, taken{Place::output, 0, count};
  if (partners.source < 0)
    schedule.zero(taken);
  else if (partners.source == rank)
    schedule.copy(given, taken);
  else
    schedule.receive(partners.source, taken);
  if (partners.target >= 0 && partners.target != rank)
    schedule.send(partners.target, given);
  return schedule;
}

} // namespace

Pending start_permute(const Group &group, ConstBuffer in, Buffer out,
                      std::span<const PermuteStep> steps, DType type) {
  GroupState &state = group.state();
  check_size(kKind, state, "out", out.count, in.count, "as many as `in`");
  const Partners partners = partners_of(state, steps);
  const bool sends = partners.target >= 0 && partners.target != state.rank;
  const CollectiveCall call{.group = state,
                            .kind = kKind,
                            .input = in.data,
                            .output = out.data,
                            .type = type,
                            .op = {},
                            .count = in.count,
                            .bytes = sends ? traffic::send(static_cast<std::int64_t>(in.count),
                                                           static_cast<std::int64_t>(size_of(type)))
                                           : 0,
                            .peer = partners.target};
  return start(call, schedule_of(state.rank, in.count, partners));
}

void permute(const Group &group, ConstBuffer in, Buffer out, std::span<const PermuteStep> steps,
             DType type) {
  start_permute(group, in, out, steps, type).wait();
}

} // namespace brigade
