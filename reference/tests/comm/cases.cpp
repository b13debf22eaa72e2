#include "comm/cases.hpp"

#include <fmt/format.h>

namespace brigade::testing {
namespace {

struct MeshCase {
  Shape shape;
  std::vector<std::vector<std::string>> axis_sets;
};

std::vector<MeshCase> meshes_of(int ranks) {
  std::vector<MeshCase> meshes{{{ranks}, {{"x"}}}};
  if (ranks == 4)
    meshes.push_back({{2, 2}, {{"x"}, {"y"}, {"y", "x"}}});
  if (ranks == 8)
    for (const Shape &shape : {Shape{2, 4}, Shape{4, 2}})
      meshes.push_back({shape, {{"x"}, {"y"}, {"y", "x"}}});
  if (ranks == 8)
    meshes.push_back({{2, 2, 2}, {{"x", "z"}}});
  return meshes;
}

} // namespace

std::vector<Group> groups_under_test() {
  std::vector<Group> groups{job().world()};
  for (const MeshCase &mesh_case : meshes_of(job().device_count())) {
    std::vector<std::string> names{"x", "y", "z"};
    names.resize(mesh_case.shape.size());
    const Mesh mesh(DeviceGrid(mesh_case.shape), names);
    for (const auto &axes : mesh_case.axis_sets) {
      job().communicator(mesh, axes);
      groups.push_back(job().group(mesh, axes));
    }
  }
  return groups;
}

std::vector<std::size_t> sizes_under_test(int ranks) {
  const auto n = static_cast<std::size_t>(ranks);
  std::vector<std::size_t> sizes{0, 1, n - 1, n, n + 1, 1000};
  std::ranges::sort(sizes);
  sizes.erase(std::ranges::unique(sizes).begin(), sizes.end());
  return sizes;
}

std::vector<Algorithm> algorithms_under_test(Collective collective, const Group &group,
                                             bool started) {
  std::vector<Algorithm> algorithms{Algorithm::automatic};
  for (const Algorithm algorithm : algorithms_of(collective)) {
    if (algorithm == Algorithm::window && (started || !group.state().shared))
      continue;
    algorithms.push_back(algorithm);
  }
  return algorithms;
}

std::vector<std::size_t> uneven_counts(int parts, std::size_t seed) {
  std::vector<std::size_t> counts;
  for (std::size_t i = 0; i < static_cast<std::size_t>(parts); ++i)
    counts.push_back((i + seed) % 3 == 0 ? 0 : (i * 5 + seed * 3) % 17);
  return counts;
}

std::string story(const Group &group, Algorithm algorithm, std::size_t count) {
  return fmt::format("over `{}` of {} by {}, {} elements", group.name(), group.size(),
                     to_string(algorithm), count);
}

} // namespace brigade::testing
