#pragma once

#include <memory>
#include <span>
#include <string>

namespace brigade {

struct GroupState; // members, tags, ways of moving data; comm/ only

/// Ranks that communicate together: this rank's group along an axis or a set of axes of a mesh. A
/// list of ranks and a range of tags on one communicator, so it is made without communication;
/// copies are the same group. All members call each collective on it, in the same order.
class Group {
public:
  explicit Group(std::shared_ptr<GroupState> state) : state_(std::move(state)) {}
  /// This rank's place among the members.
  int rank() const;
  int size() const;
  /// Ranks in the world, in the order of their places.
  std::span<const int> members() const;
  /// "data", "data,model"; "world" for all ranks.
  const std::string &name() const;
  GroupState &state() const { return *state_; }

private:
  std::shared_ptr<GroupState> state_;
};

} // namespace brigade
