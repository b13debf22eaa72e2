#pragma once

#include "brigade/comm/group.hpp"
#include "brigade/comm/permute.hpp"
#include "brigade/ir/program.hpp"
#include "brigade/sharding/block.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace brigade {

/// A value before and after a collective: the members of this rank's group know of each other what
/// they hold from the two shardings, so no sizes need to travel. Must not outlive the program.
class CollectiveMove {
public:
  CollectiveMove(const Group &group, const Program &partitioned, ValueId operand, ValueId result);

  const Group &group() const { return group_; }
  std::size_t size() const { return static_cast<std::size_t>(group_.size()); }
  std::size_t here() const { return static_cast<std::size_t>(group_.rank()); }
  DType dtype() const { return type_.dtype; }

  /// What a member holds.
  Slices before(std::size_t place) const { return slices(from_, place); }
  Slices after(std::size_t place) const { return slices(to_, place); }

  /// Which block of each dimension a member holds; blocks without elements have numbers too.
  std::vector<std::int64_t> block_before(std::size_t place) const { return block(from_, place); }
  std::vector<std::int64_t> block_after(std::size_t place) const { return block(to_, place); }

private:
  DeviceId device(std::size_t place) const { return group_.members()[place]; }
  Slices slices(const TensorSharding &sharding, std::size_t place) const;
  std::vector<std::int64_t> block(const TensorSharding &sharding, std::size_t place) const;

  const Mesh &mesh_;
  Group group_;
  TensorType type_;
  TensorSharding from_, to_;
};

/// Each block goes to as many members as hold it: those that keep theirs first, then the holders
/// and the takers that are left, in their order. Throws Error where a block has more of one than of
/// the other.
std::vector<PermuteStep> permute_steps(const CollectiveMove &move);

/// Elements of the largest block that a member holds before.
std::int64_t largest_block(const CollectiveMove &move);

const std::vector<std::string> &collective_axes(const Instruction &instruction);

} // namespace brigade
