#include "brigade/comm/group.hpp"

#include "brigade/comm/communicator.hpp"
#include "brigade/comm/job/group_state.hpp"
#include "brigade/comm/job/runtime_state.hpp"
#include "brigade/comm/require_mesh.hpp"
#include "brigade/comm/runtime.hpp"
#include "brigade/core/fingerprint.hpp"
#include "brigade/tracer/ledger.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>

namespace brigade {
namespace {

/// Mesh and axes as a text: equal where the groups are.
std::string key_of(const Mesh &mesh, const std::vector<std::string> &axes) {
  std::string key = fmt::format("{};{};{};", fmt::join(mesh.shape(), ","),
                                fmt::join(mesh.axis_names(), ","), fmt::join(axes, ","));
  for (std::int64_t position = 0; position < mesh.size(); ++position)
    fmt::format_to(std::back_inserter(key), "{},", mesh.devices().at(position));
  return key;
}

std::shared_ptr<GroupState> make_group(RuntimeState &runtime, const std::string &key,
                                       std::vector<int> members, std::string name) {
  auto state = std::make_shared<GroupState>();
  state->runtime = &runtime;
  state->rank =
      static_cast<int>(std::find(members.begin(), members.end(), runtime.rank) - members.begin());
  state->members = std::move(members);
  state->name = std::move(name);
  state->ledger_name = Ledger::instance().intern(state->name);
  state->hash = fnv1a(key);
  if (runtime.window)
    if (auto places = runtime.window->places_of(state->members))
      state->shared = std::make_unique<SharedGroup>(*runtime.window, std::move(*places));
  std::vector<int> nodes;
  for (const int member : state->members)
    nodes.push_back(runtime.nodes[static_cast<std::size_t>(member)]);
  std::sort(nodes.begin(), nodes.end());
  state->nodes = static_cast<int>(std::unique(nodes.begin(), nodes.end()) - nodes.begin());
  return state;
}

} // namespace

int Group::rank() const { return state_->rank; }
int Group::size() const { return static_cast<int>(state_->members.size()); }
std::span<const int> Group::members() const { return state_->members; }
const std::string &Group::name() const { return state_->name; }

Group Runtime::world() const {
  auto &group = state_->groups["world"];
  if (!group) {
    std::vector<int> members(static_cast<std::size_t>(state_->size));
    std::iota(members.begin(), members.end(), 0);
    group = make_group(*state_, "world", std::move(members), "world");
    group->library = state_->world.get();
  }
  return Group(group);
}

Group Runtime::group(const Mesh &mesh, const std::vector<std::string> &axes) const {
  require_mesh(*this, mesh);
  for (const std::string &axis : axes)
    mesh.axis_index(axis); // throws where there is none
  const std::string key = key_of(mesh, axes);
  auto &group = state_->groups[key];
  if (!group) {
    const AxisGroups groups = mesh.groups(axes);
    const auto devices = groups.members(groups.group_of(state_->rank));
    group = make_group(*state_, key, std::vector<int>(devices.begin(), devices.end()),
                       fmt::format("{}", fmt::join(axes, ",")));
  }
  return Group(group);
}

const Communicator &Runtime::communicator(const Mesh &mesh, const std::vector<std::string> &axes) {
  const Group members = group(mesh, axes);
  Communicator &communicator = state_->communicators[key_of(mesh, axes)];
  if (!communicator) {
    communicator = make_communicator(state_->world.get(), members.members(), members.name());
    members.state().library = communicator.get();
  }
  return communicator;
}

} // namespace brigade
