#pragma once

#include "brigade/runtime/array.hpp"
#include "brigade/runtime/held_blocks.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace brigade {

/// Holds the shards of devices that have the same block against each other, bit for bit: a NaN
/// agrees with the same NaN, and 0 does not agree with -0. All ranks call it; on a disagreement all
/// of them throw the same Error, with the array's name, the devices that differ, the global index
/// of the first element that does, and both values. What travels is a 64-bit hash of each shard, so
/// it is cheap enough to call after every step; two shards that differ pass unseen with a chance of
/// about 2^-64.
void check_replicas(const Array &array, std::string_view name = "array");

/// The same for several arrays at once, again and again: one collective, of 8 bytes for each array
/// of which a block has more than one holder.
class ReplicaCheck {
public:
  /// For arrays that lie as these do, in their order. `names` of them, for messages.
  ReplicaCheck(std::vector<std::string> names, std::span<const Array> arrays);

  /// All ranks together. `when` begins the message: "train.cpp:12: after call 3 of @step". The
  /// first array that disagrees is named.
  void operator()(std::span<const Array> arrays, std::string_view when) const;

private:
  struct Copied {
    std::size_t array;
    std::string name;
    std::vector<HeldBlock> blocks; ///< those with several holders
  };
  std::vector<Copied> copied_;
};

} // namespace brigade
