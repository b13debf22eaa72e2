#include "shardings.hpp"

#include "brigade/sharding/block.hpp"

#include <numeric>
#include <string>

namespace brigade::testing {
namespace {

/// Extends `dimensions` by each way of placing axes[next] and those behind it.
void place_axes(const std::vector<std::string> &axes, std::size_t next,
                std::vector<std::vector<std::string>> &dimensions,
                std::vector<PartitionSpec> &specs) {
  if (next == axes.size()) {
    std::vector<DimensionSpec> entries;
    for (const std::vector<std::string> &dimension : dimensions)
      entries.emplace_back(dimension);
    specs.emplace_back(std::move(entries));
    return;
  }
  place_axes(axes, next + 1, dimensions, specs);
  for (std::size_t d = 0; d < dimensions.size(); ++d)
    for (std::size_t position = 0; position <= dimensions[d].size(); ++position) {
      const auto at = static_cast<std::ptrdiff_t>(position);
      dimensions[d].insert(dimensions[d].begin() + at, axes[next]);
      place_axes(axes, next + 1, dimensions, specs);
      dimensions[d].erase(dimensions[d].begin() + at);
    }
}

std::vector<DeviceId> reversed(std::int64_t devices) {
  std::vector<DeviceId> ids(static_cast<std::size_t>(devices));
  std::iota(ids.rbegin(), ids.rend(), 0);
  return ids;
}

} // namespace

std::vector<PartitionSpec> all_specs(const Mesh &mesh, std::size_t rank) {
  std::vector<std::vector<std::string>> dimensions(rank);
  std::vector<PartitionSpec> specs;
  place_axes(mesh.axis_names(), 0, dimensions, specs);
  return specs;
}

std::vector<Mesh> meshes_of_one_axis(std::int64_t devices) {
  return {Mesh(DeviceGrid({devices}), {"x"}),
          Mesh(DeviceGrid({devices}, reversed(devices)), {"x"})};
}

std::vector<Mesh> meshes_of_two_axes(std::int64_t devices) {
  std::vector<Mesh> meshes;
  for (std::int64_t rows = 1; rows <= devices; ++rows)
    if (devices % rows == 0)
      meshes.emplace_back(DeviceGrid({rows, devices / rows}), std::vector<std::string>{"x", "y"});
  meshes.emplace_back(DeviceGrid(meshes[meshes.size() / 2].shape(), reversed(devices)),
                      std::vector<std::string>{"x", "y"});
  return meshes;
}

Mesh mesh_of_three_axes() { return Mesh(DeviceGrid({2, 2, 2}), {"x", "y", "z"}); }

std::vector<NamedSharding> all_shardings(const std::vector<Mesh> &meshes, std::size_t rank) {
  std::vector<NamedSharding> shardings;
  for (const Mesh &mesh : meshes)
    for (const PartitionSpec &spec : all_specs(mesh, rank))
      shardings.emplace_back(mesh, spec);
  return shardings;
}

std::int64_t value_at(const Shape &shape, const std::vector<std::int64_t> &index) {
  std::int64_t position = 0;
  for (std::size_t d = 0; d < shape.size(); ++d)
    position = position * shape[d] + index[d];
  return position + 1;
}

std::vector<std::int64_t> values_in(const Shape &shape, const Slices &block) {
  std::vector<std::int64_t> values;
  const std::int64_t count = element_count(block);
  for (std::int64_t position = 0; position < count; ++position) {
    std::vector<std::int64_t> index(block.size());
    std::int64_t rest = position;
    for (std::size_t d = block.size(); d-- > 0;) {
      index[d] = block[d].begin + rest % block[d].size();
      rest /= block[d].size();
    }
    values.push_back(value_at(shape, index));
  }
  return values;
}

} // namespace brigade::testing
