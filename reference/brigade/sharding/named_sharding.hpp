#pragma once

#include "brigade/core/interval.hpp"
#include "brigade/mesh/mesh.hpp"
#include "brigade/sharding/partition_spec.hpp"

namespace brigade {

/// One interval for each dimension of an array: the part of it that a device holds.
using Slices = std::vector<Interval>;

/// How an array lies on a mesh: dimension i is cut into blocks over the axes that entry i of the spec
/// names (block_of), and copied over all axes that no entry names.
class NamedSharding {
public:
  /// Throws InputError if the spec names an axis that the mesh lacks, or one twice.
  NamedSharding(Mesh mesh, PartitionSpec spec);

  const Mesh &mesh() const { return mesh_; }
  const PartitionSpec &spec() const { return spec_; }

  /// Throws InputError (array, dimension, spec, mesh) if the spec has more entries than the array dimensions.
  void check(const Shape &global_shape, std::string_view array_name = "array") const;
  Slices slices_of(const Shape &global_shape, DeviceId device) const;
  Shape shard_shape(const Shape &global_shape, DeviceId device) const;
  /// Every device's slices, in the mesh's row-major order of devices.
  std::vector<std::pair<DeviceId, Slices>> index_map(const Shape &global_shape) const;
  /// Groups of devices that hold the same block.
  AxisGroups replica_groups() const;
  bool is_fully_replicated() const;
  /// Same blocks on the same devices for arrays with `rank` dimensions.
  bool is_equivalent_to(const NamedSharding &other, std::size_t rank) const;

private:
  Mesh mesh_;
  PartitionSpec spec_;
};

} // namespace brigade
