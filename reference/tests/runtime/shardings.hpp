#pragma once

#include "brigade/sharding/named_sharding.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace brigade::testing {

/// Every PartitionSpec that places axes of `mesh` on the dimensions of an array with `rank`
/// dimensions: each axis unused or on one dimension, those that share a dimension in every order.
std::vector<PartitionSpec> all_specs(const Mesh &mesh, std::size_t rank);

/// Meshes of all of 0 … devices-1: one axis; two axes in every pair of factors, also with the
/// devices in reverse; three axes {2, 2, 2} for 8 devices.
std::vector<Mesh> meshes_of_one_axis(std::int64_t devices);
std::vector<Mesh> meshes_of_two_axes(std::int64_t devices);
Mesh mesh_of_three_axes();

/// Every spec on every mesh.
std::vector<NamedSharding> all_shardings(const std::vector<Mesh> &meshes, std::size_t rank);

/// What the tests' arrays hold: row-major position + 1, so no two elements are the same and none is
/// 0.
std::int64_t value_at(const Shape &shape, const std::vector<std::int64_t> &index);

/// The same for all positions of `block`, row-major.
std::vector<std::int64_t> values_in(const Shape &shape, const Slices &block);

} // namespace brigade::testing
