#pragma once

#include "brigade/comm/algorithms/schedule.hpp"

namespace brigade {

/// A binomial tree from the root, ceil(log2(n)) rounds: with places counted from the root, the one
/// at place p hears from p minus its lowest set bit, then tells those that differ from it in one
/// lower bit.
Schedule tree_broadcast(int rank, int size, std::size_t count, int root);

} // namespace brigade
