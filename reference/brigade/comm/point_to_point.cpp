#include "brigade/comm/point_to_point.hpp"

#include "brigade/comm/call/collective_call.hpp"
#include "brigade/comm/call/size_check.hpp"
#include "brigade/comm/messages/tag.hpp"
#include "brigade/core/error.hpp"
#include "brigade/tracer/traffic_formula.hpp"

#include <fmt/format.h>

namespace brigade {
namespace {

void check_partner(std::string_view kind, const GroupState &group, int peer, int tag) {
  check_place(kind, group, "peer", peer);
  if (tag < 0 || tag > kMaximumTag)
    throw InputError(fmt::format("{} over `{}`: tag is {}; expected 0 to {}", kind, group.name, tag,
                                 kMaximumTag));
}

} // namespace

Pending start_send(const Group &group, ConstBuffer data, DType type, int peer, int tag) {
  GroupState &state = group.state();
  check_partner("send", state, peer, tag);
  const CollectiveCall call{.group = state,
                            .kind = "send",
                            .input = data.data,
                            .type = type,
                            .op = {},
                            .count = data.count,
                            .bytes = peer == state.rank
                                         ? 0
                                         : traffic::send(static_cast<std::int64_t>(data.count),
                                                         static_cast<std::int64_t>(size_of(type))),
                            .peer = peer,
                            .tag = tag};
  Schedule schedule;
  schedule.send(peer, {Place::input, 0, data.count});
  return start(call, std::move(schedule), point_to_point_tag(state, tag));
}

void send(const Group &group, ConstBuffer data, DType type, int peer, int tag) {
  start_send(group, data, type, peer, tag).wait();
}

Pending start_receive(const Group &group, Buffer data, DType type, int peer, int tag) {
  GroupState &state = group.state();
  check_partner("receive", state, peer, tag);
  const CollectiveCall call{.group = state,
                            .kind = "receive",
                            .output = data.data,
                            .type = type,
                            .op = {},
                            .count = data.count,
                            .peer = peer,
                            .tag = tag};
  Schedule schedule;
  schedule.receive(peer, {Place::output, 0, data.count});
  return start(call, std::move(schedule), point_to_point_tag(state, tag));
}

void receive(const Group &group, Buffer data, DType type, int peer, int tag) {
  start_receive(group, data, type, peer, tag).wait();
}

} // namespace brigade
