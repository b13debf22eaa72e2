#pragma once

#include "brigade/gspmd/sharded_program.hpp"

#include <cstddef>
#include <vector>

namespace brigade {

/// A dimension of a value of the program.
struct ValueDimension {
  std::size_t value = 0, dim = 0;
};

/// Dimensions that are one and the same loop of the program: the batch, the features of a layer,
/// its hidden units. Factors of operations join them. Loops that are alike in every operation that
/// they run through (the hidden units of each of twelve layers) make one group.
struct DimensionGroup {
  std::vector<ValueDimension> members; ///< by value, then by dimension
  double elements = 0;                 ///< of all values that have such a dimension
};

/// The groups of a program whose dimensions are larger than 1, those of most elements first.
std::vector<DimensionGroup> dimension_groups(const ShardedProgram &sharded, const Block &values);

} // namespace brigade
