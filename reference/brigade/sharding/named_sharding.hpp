#pragma once

#include "brigade/core/interval.hpp"
#include "brigade/mesh/mesh.hpp"
#include "brigade/sharding/partition_spec.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace brigade {

/// One interval for each dimension of an array: the part of it that a device holds.
using Slices = std::vector<Interval>;

/// "[0:4, 8:16]"
std::string to_string(const Slices &slices);

/// What one device holds.
struct DeviceSlices {
  DeviceId device;
  Slices slices;
  bool operator==(const DeviceSlices &) const = default;
};

/// How an array lies on a mesh: dimension i is cut into blocks over the axes that entry i of the
/// spec names (block_of), and copied over all axes that no entry names. Entries that are left to
/// the planner count as they stand: "?" is not sharded, "(x, ?)" is sharded over x.
class NamedSharding {
public:
  /// Throws InputError if the spec names an axis that the mesh lacks, or one twice.
  NamedSharding(Mesh mesh, PartitionSpec spec, std::string_view array_name = "array");

  const Mesh &mesh() const { return mesh_; }
  const PartitionSpec &spec() const { return spec_; }

  /// Throws InputError (array, dimension, spec, mesh) if the spec has more entries than the array
  /// dimensions, or a size is negative.
  void check(const Shape &global_shape, std::string_view array_name = "array") const;

  /// Blocks that a dimension is cut into: the product of its axes' sizes, 1 where it is not
  /// sharded.
  std::int64_t block_count(std::size_t dimension) const;
  /// Which of them a device holds: row-major over the axes, first is major.
  std::int64_t block_index(std::size_t dimension, DeviceId device) const;

  /// The functions below throw InputError as check does, and for a device that the mesh lacks.
  Slices slices_of(const Shape &global_shape, DeviceId device) const;
  Shape shard_shape(const Shape &global_shape, DeviceId device) const;
  /// Every device's slices, in the mesh's row-major order of devices.
  std::vector<DeviceSlices> index_map(const Shape &global_shape) const;

  /// Groups of devices that hold the same block: those along the axes that no entry names.
  AxisGroups replica_groups() const;
  /// True where every device holds the whole array.
  bool is_fully_replicated() const;
  /// Same blocks on the same devices for arrays with `rank` dimensions, of any sizes. Axes of size
  /// 1 do not count, nor does what is left to the planner; the meshes may differ.
  bool is_equivalent_to(const NamedSharding &other, std::size_t rank) const;
  /// The same mesh and the same entries.
  bool operator==(const NamedSharding &) const = default;

private:
  // Row-major index of coordinates over the axes of a dimension.
  std::int64_t index_over_axes(std::size_t dimension,
                               const std::vector<std::int64_t> &coordinates) const;

  Mesh mesh_;
  PartitionSpec spec_;
  std::vector<std::vector<std::size_t>> mesh_axes_; // of each entry of the spec
};

/// "[data, -] on {data: 2, model: 4}"
std::string to_string(const NamedSharding &sharding);

} // namespace brigade
