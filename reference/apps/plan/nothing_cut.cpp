#include "nothing_cut.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace brigade::plan {

namespace {

/// By an axis of more than one device.
bool is_cut(const Value &value, const Mesh &mesh) {
  const auto cuts = [&](const std::string &axis) { return mesh.axis_size(axis) > 1; };
  return value.sharding &&
         (std::ranges::any_of(value.sharding->unreduced, cuts) ||
          std::ranges::any_of(value.sharding->dimensions, [&](const DimensionSharding &each) {
            return std::ranges::any_of(each.axes, cuts);
          }));
}

bool is_anything_cut(const Program &sharded) {
  return std::ranges::any_of(sharded.blocks, [&](const Block &block) {
    return std::ranges::any_of(block.values,
                               [&](const Value &value) { return is_cut(value, *sharded.mesh); });
  });
}

/// The first axis of more than one device, of which there is one.
std::string cutting_axis(const Mesh &mesh) {
  return *std::ranges::find_if(mesh.axis_names(),
                               [&](const std::string &axis) { return mesh.axis_size(axis) > 1; });
}

/// "w: [x, -]": the first parameter that has a dimension, cut along its first one.
std::optional<std::string> example(const Program &program) {
  const Block &main = program.main();
  for (const ValueId id : main.parameters)
    if (const Value &value = main.value(id); value.type.rank() > 0 && !value.name.empty()) {
      TensorSharding sharding = replicated_sharding(value.type.rank());
      sharding.dimensions[0].axes = {cutting_axis(*program.mesh)};
      return fmt::format("{}: {}", value.name, to_string(sharding));
    }
  return std::nullopt;
}

} // namespace

std::optional<std::string> nothing_cut(const Plan &plan, const Options &options) {
  const Program &sharded = plan.sharded;
  if (options.chooses_shardings || sharded.mesh->size() == 1 || is_anything_cut(sharded))
    return std::nullopt;
  const std::optional<std::string> line = example(sharded);
  return fmt::format("nothing is cut: each of the {} devices of {} holds and computes all of it; "
                     "--auto lets the planner cut, --sharding FILE a table{}{}",
                     sharded.mesh->size(), to_string(*sharded.mesh),
                     line ? fmt::format(" with lines such as {}", *line) : "",
                     options.model == "transformer"
                         ? ", and a mesh with axes data and model cuts it as by hand"
                         : "");
}

} // namespace brigade::plan
