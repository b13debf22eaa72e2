#include "shardings.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/read_file.hpp"
#include "brigade/gspmd/auto_sharding.hpp"
#include "brigade/gspmd/profile_presets.hpp"
#include "brigade/runtime/broadcast_text.hpp"
#include "brigade/runtime/run_together.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace brigade::train {

namespace {

constexpr const char *kBatch = "x: [data, -]\nlabels: [data]\n";

// As by hand: between the two of a pair each device works on its own block of the hidden units; a
// last layer alone is replicated.
std::string layers_over_model(std::size_t layers) {
  std::string text;
  for (std::size_t i = 0; i < layers; ++i)
    if (i % 2 == 1)
      text += fmt::format("*.layers.{}.weight: [model, -]\n", i);
    else if (i + 1 < layers)
      text += fmt::format("*.layers.{0}.weight: [-, model]\n*.layers.{0}.bias: [model]\n", i);
  return text;
}

std::string read(const std::string &path) {
  try {
    return read_file(path);
  } catch (const InputError &error) {
    throw InputError(
        fmt::format("--sharding is '{}', which is neither dp, tp, dp+tp, auto nor a file: {}", path,
                    error.what()));
  }
}

} // namespace

nn::Mlp<TensorType> parameter_types(const std::vector<std::int64_t> &sizes) {
  nn::Mlp<TensorType> types;
  for (std::size_t i = 0; i + 1 < sizes.size(); ++i)
    types.layers.push_back({{DType::f32, {sizes[i], sizes[i + 1]}}, {DType::f32, {sizes[i + 1]}}});
  return types;
}

ShardingTable table_for(const Runtime &runtime, const std::string &sharding, std::size_t layers) {
  if (sharding == "dp" || sharding == "auto")
    return parse_sharding_table(kBatch, sharding);
  if (sharding == "tp")
    return parse_sharding_table(layers_over_model(layers), sharding);
  if (sharding == "dp+tp")
    return parse_sharding_table(kBatch + layers_over_model(layers), sharding);
  std::string text;
  run_together(runtime.world(), [&] {
    if (runtime.rank() == 0)
      text = read(sharding);
  });
  return parse_sharding_table(broadcast_text(runtime.world(), text), sharding);
}

Program annotated_step(const Program &step, const ShardingTable &table, bool planner_chooses) {
  Program annotated = with_shardings(step, table);
  Block &main = annotated.main();
  for (const ValueId id : main.parameters)
    if (Value &value = main.value(id); !value.sharding && !planner_chooses)
      value.sharding = replicated_sharding(value.type.rank());
  return annotated;
}

MachineProfile profile_for(const Runtime &runtime) {
  return runtime.ranks_on_this_node() == runtime.device_count() ? shared_memory_profile()
                                                                : ethernet_profile();
}

std::vector<NamedSharding> planned_parameters(const Program &annotated,
                                              const MachineProfile &profile) {
  const Block &main = annotated.main();
  const bool is_complete = std::ranges::all_of(
      main.parameters, [&](ValueId id) { return main.value(id).sharding.has_value(); });
  const Program planned = is_complete ? annotated : auto_sharding(annotated, profile).program;
  std::vector<NamedSharding> shardings;
  for (const ValueId id : planned.main().parameters) {
    TensorSharding sharding = *planned.main().value(id).sharding;
    for (DimensionSharding &dimension : sharding.dimensions)
      dimension.open = false;
    shardings.emplace_back(*planned.mesh, partition_spec(sharding));
  }
  return shardings;
}

void check_batch(const NamedSharding &x, const NamedSharding &labels) {
  if (x.block_count(1) != 1)
    throw InputError(fmt::format("x lies as {}: a rank reads whole rows, so x can be cut along its "
                                 "first dimension only",
                                 to_string(x)));
  const NamedSharding rows(x.mesh(), P(x.spec()[0]));
  if (!labels.is_equivalent_to(rows, 1))
    throw InputError(
        fmt::format("labels lie as {} and x as {}: a rank reads rows with their labels, "
                    "so labels lie as {}",
                    to_string(labels), to_string(x), to_string(rows)));
}

DataShare data_share(const Runtime &runtime, const training::TrainOptions &options) {
  // The names in a table do not depend on how many features and classes there are.
  std::vector<std::int64_t> sizes{1};
  sizes.insert(sizes.end(), options.hidden.begin(), options.hidden.end());
  sizes.push_back(1);
  const ShardingTable table = table_for(runtime, options.sharding, sizes.size() - 1);
  const ArraySharding rows = with_optimizer(options.optimizer, [&](const auto &optimizer) {
    return step_shardings(options, table, sizes, optimizer, false, profile_for(runtime)).x;
  });
  return {rows.named()->block_count(0), rows.named()->block_index(0, runtime.rank())};
}

} // namespace brigade::train
