// Computes every number of chapter 02, and the outputs of the code that it shows.
#include "brigade/core/error.hpp"
#include "brigade/core/interval.hpp"
#include "brigade/mesh/mesh.hpp"
#include "brigade/mesh/node_locality.hpp"
#include "brigade/sharding/named_sharding.hpp"
#include "exercises/02-mesh/ring-neighbours/solution.cpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

using namespace brigade;

namespace {

void value(const std::string &key, const auto &number) { fmt::print("{} {}\n", key, number); }

std::string list(const auto &numbers) { return fmt::format("{}", fmt::join(numbers, ", ")); }

void shown(const std::string &name, const std::function<void()> &print) {
  fmt::print("[{}]\n", name);
  print();
  fmt::print("[/{}]\n", name);
}

// Three questions on chapter 01.
void earlier_chapters() {
  std::vector<std::int64_t> sizes;
  for (int d = 0; d < 4; ++d)
    sizes.push_back(block_of(10, 4, d).size());
  for (std::size_t d = 0; d < sizes.size(); ++d)
    value(fmt::format("rows{}", d), sizes[d]);
  const double serial = 8, comm = 0.5;
  value("t_parallel", serial / 4 + comm);
  value("speed_up", serial / (serial / 4 + comm));
}

void formulas() {
  const Mesh mesh(create_device_mesh({2, 4}), {"data", "model"});
  value("devices", mesh.size());
  value("devices_3d", element_count({2, 16, 16}));
  value("rank_of_1_2", mesh.device_at({1, 2}));
  const Shape shape{2, 3, 4};
  const Shape strides = row_major_strides(shape);
  for (std::size_t i = 0; i < 3; ++i)
    value(fmt::format("stride{}", i), strides[i]);
  value("rank_of_1_0_2", position_at(shape, {1, 0, 2}));
  for (std::size_t i = 0; i < 3; ++i) {
    value(fmt::format("quotient{}", i), 14 / strides[i]);
    value(fmt::format("coordinate{}", i), coordinates_at(shape, 14)[i]);
  }
  const Mesh large(create_device_mesh({8, 4, 2}), {"data", "model", "stage"});
  value("large", large.size());
  value("groups_count", large.groups({"data", "stage"}).count());
  value("groups_size", large.groups({"data", "stage"}).size());
  for (const char *axis : {"data", "model"}) {
    value(fmt::format("groups_{}", axis), mesh.groups({axis}).count());
    value(fmt::format("members_{}", axis), mesh.groups({axis}).size());
    std::int64_t sum = 0;
    for (const DeviceId member : mesh.groups({axis}).members(0))
      sum += member;
    value(fmt::format("sum_{}", axis), sum);
  }
}

// Nodes of 5, 3 and 4 devices, groups of 4.
void whole_groups() {
  std::int64_t possible = 0;
  for (const int devices : {5, 3, 4})
    possible += devices / 4;
  value("whole_groups", possible);
  const NodePlacement nodes(std::vector<int>{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 2, 0});
  const Mesh mesh(create_device_mesh({3, 4}, nodes), {"data", "model"});
  value("whole_groups_made", node_locality(mesh, nodes)[1].groups_inside_a_node);
}

// What one all-reduce of `bytes` among n costs on a ring whose links have these properties.
double ring_seconds(double bytes, int n, double alpha, double bytes_per_second) {
  return 2.0 * (n - 1) * alpha + 2.0 * (n - 1) / n * bytes / bytes_per_second;
}

void ring() {
  value("link_even", 2 * 3 * 8 / 4);
  const std::vector<std::int64_t> uneven = kitchen::ring_link_bytes(11, 4, 4);
  for (std::size_t p = 0; p < uneven.size(); ++p)
    value(fmt::format("link{}", p), uneven[p]);
  const double megabyte = 1e6, inside = ring_seconds(8 * megabyte, 4, 2e-6, 50e9),
               across = ring_seconds(8 * megabyte, 4, 10e-6, 12.5e9);
  value("inside_ms", fmt::format("{:.3f}", 1e3 * inside));
  value("across_ms", fmt::format("{:.3f}", 1e3 * across));
  value("across_over_inside", fmt::format("{:.1f}", across / inside));
  value("of_512", fmt::format("{:.3f}", 2.0 * 511 / 512));
  value("steps_512", 2 * 511);

  // 24 layers of width 4,096 with 12 · width² weights each, 16,384 rows of activations, 2 bytes a
  // number, mesh 2 × 4.
  const double width = 4096, layers = 24, rows = 16384, number = 2;
  const double activations = rows * width * number;
  const double gradient = layers * 12 * width * width / 4 * number;
  const double model = 4 * layers * (2.0 * 3 / 4) * activations, data = (2.0 * 1 / 2) * gradient;
  value("activations_mb", fmt::format("{:.0f}", activations / 1e6));
  value("gradient_gb", fmt::format("{:.1f}", gradient / 1e9));
  value("model_calls", 4 * layers);
  value("model_gb", fmt::format("{:.1f}", model / 1e9));
  value("data_gb", fmt::format("{:.1f}", data / 1e9));
  value("model_over_data", fmt::format("{:.0f}", model / data));
}

void outputs() {
  // [mesh]
  const Mesh mesh(create_device_mesh({2, 4}), {"data", "model"});
  const AxisGroups rows = mesh.groups({"model"}), columns = mesh.groups({"data"});
  // [mesh]
  shown("mesh", [&] {
    // [mesh_printed]
    fmt::print("{} has {} devices\n", to_string(mesh), mesh.size());
    fmt::print("device 6 stands at ({})\n", list(mesh.coordinates_of(6)));
    fmt::print("its group along model: {}\n", list(rows.members(rows.group_of(6))));
    fmt::print("its group along data:  {}\n", list(columns.members(columns.group_of(6))));
    // [mesh_printed]
  });
  const AxisGroups along_model =
      Mesh(create_device_mesh({2, 4}), {"data", "model"}).groups({"model"});
  value("model_links", along_model.count() * along_model.size()); // of a circle as many as members
  // [nodes]
  const NodePlacement nodes(std::vector<int>{0, 1, 0, 1, 0, 1, 0, 1}); // of devices 0 to 7
  const Mesh by_number(create_device_mesh({2, 4}), {"data", "model"});
  const Mesh by_node(create_device_mesh({2, 4}, nodes), {"data", "model"});
  // [nodes]
  shown("nodes", [&] {
    // [nodes_printed]
    fmt::print("placed by number:\n{}", explain_locality(by_number, nodes));
    fmt::print("placed by node:\n{}", explain_locality(by_node, nodes));
    // [nodes_printed]
  });
  shown("flat_list", [] {
    try {
      // [flat_list]
      const Mesh flat(create_device_mesh({8}), {"data", "model"});
      // [flat_list]
    } catch (const InputError &error) {
      fmt::print("{}\n", error.what());
    }
  });
  // [swapped]
  const NamedSharding right(mesh, P("data", "model")), swapped(mesh, P("model", "data"));
  // [swapped]
  shown("swapped", [&] {
    // [swapped_printed]
    fmt::print("[data, model]: {}\n", to_string(right.shard_shape({8, 8}, 0)));
    fmt::print("[model, data]: {}\n", to_string(swapped.shard_shape({8, 8}, 0)));
    // [swapped_printed]
  });
}

void interview() {
  const Shape shape{16, 32};
  value("rank_100_0", coordinates_at(shape, 100)[0]);
  value("rank_100_1", coordinates_at(shape, 100)[1]);
  value("rank_5_7", position_at(shape, {5, 7}));
  const NodePlacement nodes(std::vector<int>{0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2});
  const auto inside = [&](const DeviceGrid &devices) {
    return node_locality(Mesh(devices, {"data", "model"}), nodes)[1].groups_inside_a_node;
  };
  value("nodes_552", inside(create_device_mesh({3, 4}, nodes)));
  value("nodes_552_poured", inside(create_device_mesh({3, 4})));
}

} // namespace

int main() {
  earlier_chapters();
  formulas();
  whole_groups();
  ring();
  outputs();
  interview();
}
