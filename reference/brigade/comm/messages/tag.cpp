#include "brigade/comm/messages/tag.hpp"

#include "brigade/comm/job/runtime_state.hpp"

namespace brigade {
namespace {

/// Tags 1 to half - 1 are for collectives, half to 2·half - 1 for send and receive.
std::uint64_t half_of_tags(const GroupState &group) {
  return (static_cast<std::uint64_t>(group.runtime->largest_tag) + 1) / 2;
}

} // namespace

int next_collective_tag(GroupState &group) {
  const std::uint64_t places = half_of_tags(group) - 1;
  return static_cast<int>(1 + (group.hash + group.sequence++) % places);
}

int point_to_point_tag(const GroupState &group, int tag) {
  const std::uint64_t half = half_of_tags(group);
  return static_cast<int>(half + (group.hash + static_cast<std::uint64_t>(tag)) % half);
}

} // namespace brigade
