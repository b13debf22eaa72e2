#pragma once

#include "brigade/core/reduce_op.hpp"
#include "brigade/mesh/mesh.hpp"
#include "brigade/sharding/partition_spec.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brigade {

/// How one dimension of a value is cut, and what the planner may still do to it.
struct DimensionSharding {
  std::vector<std::string> axes = {}; ///< major first; empty = not cut
  bool open = false;             ///< the planner may add axes behind these
  std::optional<int> priority = {}; ///< of propagation from here: 0 goes first, and is what none means
  bool operator==(const DimensionSharding &) const = default;
};

/// How a value of a program lies on the program's mesh: for each dimension the axes that cut it,
/// and the axes over which it is unreduced, where what the devices hold is yet to be joined by
/// `reduction` (sum, max or min). Unlike PartitionSpec it has an entry for every dimension. Each
/// axis occurs at most once; over axes that do not occur, the devices hold copies.
struct TensorSharding {
  std::vector<DimensionSharding> dimensions = {};
  std::vector<std::string> unreduced = {}; ///< in the mesh's order
  ReduceOp reduction = ReduceOp::sum; ///< sum where nothing is unreduced
  bool operator==(const TensorSharding &) const = default;
};

/// Every dimension left to the planner: what a value without annotation has.
TensorSharding open_sharding(std::size_t rank);
/// No dimension cut, none left to the planner.
TensorSharding replicated_sharding(std::size_t rank);
/// The entries of a spec, for a value of `rank` dimensions. Throws InputError if the spec has more.
TensorSharding tensor_sharding(const PartitionSpec &spec, std::size_t rank,
                               std::string_view value_name = "array");
/// The cut of a value that is not unreduced, as arrays have it. Throws InputError for one that is.
PartitionSpec partition_spec(const TensorSharding &sharding);

/// Puts the unreduced axes in the mesh's order, without any sets the reduction to sum, and throws InputError naming the value if an axis
/// is not in the mesh or occurs twice, the entries are not as many as `rank`, the reduction is a
/// mean, or a priority is negative.
void check_and_normalise(TensorSharding &sharding, const Mesh &mesh, std::size_t rank,
                         std::string_view value_name);

/// "[x, -]", "[(x, y), ?]", "[(x, ?), y p1]", "[-, -] {unreduced y}", "[x] {unreduced(max) y, z}"
std::string to_string(const TensorSharding &sharding);
std::string to_string(const DimensionSharding &dimension);

} // namespace brigade
