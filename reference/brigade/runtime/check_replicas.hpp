#pragma once

#include "brigade/runtime/array.hpp"

#include <string_view>

namespace brigade {

/// Holds the shards of devices that have the same block against each other, bit for bit: a NaN
/// agrees with the same NaN, and 0 does not agree with -0. All ranks call it; on a disagreement all
/// of them throw the same Error, with the array's name, two devices, the global index of the first
/// element that differs, and both values. What travels is a 64-bit hash of each shard, so it is
/// cheap enough to call after every step; two shards that differ pass unseen with a chance of about
/// 2^-64.
void check_replicas(const Array &array, std::string_view name = "array");

} // namespace brigade
