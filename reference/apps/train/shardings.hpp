#pragma once

#include "step.hpp"

#include "brigade/comm/runtime.hpp"
#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/gspmd/sharding_table.hpp"
#include "brigade/runtime/jit/argument_sharding.hpp"
#include "brigade/trace/trace.hpp"
#include "training/options.hpp"
#include "training/trainer.hpp"

#include <cstdint>
#include <string>

// How a training comes onto its mesh: a table of the names of the step's arguments.
namespace brigade::train {

/// Types of the parameters of a network of these sizes.
nn::Mlp<TensorType> parameter_types(const std::vector<std::int64_t> &sizes);

/// The table that --sharding names, for so many layers: the batch over data (dp), layers in pairs
/// over model, column-parallel then row-parallel (tp), both; "auto" has lines for the batch only;
/// else that of a file, which rank 0 reads for all. Lines name x, labels, params.layers.0.weight
/// and what the optimizer keeps of it, state.velocity.layers.0.weight. Throws Error on all ranks
/// where the file cannot be read, or its text is wrong.
ShardingTable table_for(const Runtime &runtime, const std::string &sharding, std::size_t layers);

/// Where what a step takes lies.
template <class Optimizer> struct StepShardings {
  nn::Mlp<ArraySharding> params;
  typename Optimizer::template State<ArraySharding> state;
  ArraySharding x, labels;
};

/// The program of a training step with the table's annotations. Where the planner is to choose, all
/// else is left open; otherwise what the table does not name is replicated.
Program annotated_step(const Program &step, const ShardingTable &table, bool planner_chooses);

/// The machine that plans are made for: on one node messages are copies, so nothing is gained by
/// several where one would do.
MachineProfile profile_for(const Runtime &runtime);

/// Shardings of a step program's parameters; those that are not annotated as auto_sharding finds
/// them for this machine.
std::vector<NamedSharding> planned_parameters(const Program &annotated,
                                              const MachineProfile &profile);

/// Throws InputError if x is cut otherwise than by rows, or labels otherwise than those.
void check_batch(const NamedSharding &x, const NamedSharding &labels);

/// For a network of these sizes, on a machine of this profile. Throws InputError where a line of
/// the table matches nothing or does not fit, and as check_batch.
template <class Optimizer>
StepShardings<Optimizer> step_shardings(const training::TrainOptions &options,
                                        const ShardingTable &table,
                                        const std::vector<std::int64_t> &sizes,
                                        const Optimizer &optimizer, bool planner_chooses,
                                        const MachineProfile &profile) {
  using State = typename Optimizer::template State<TensorType>;
  const nn::Mlp<TensorType> params = parameter_types(sizes);
  const State state = optimizer.types(params);
  const TensorType x{DType::f32, {options.batch, sizes.front()}},
      labels{DType::i32, {options.batch}}, stop{DType::f32, {options.mesh().size()}};
  const Program step =
      trace({.name = "step", .mesh = options.mesh(), .argument_names = kStepArguments},
            training_step(std::string(to_string(options.activation)), optimizer), params, state, x,
            labels, stop);
  const std::vector<NamedSharding> found =
      planned_parameters(annotated_step(step, table, planner_chooses), profile);
  std::size_t next = 0;
  const auto take = [&](const TensorType &, const std::string &) { return found.at(next++); };
  StepShardings<Optimizer> shardings;
  map_leaves<ArraySharding, TensorType>(shardings.params, params, "", take);
  map_leaves<ArraySharding, TensorType>(shardings.state, state, "", take);
  check_batch(found.at(next), found.at(next + 1));
  shardings.x = found[next];
  shardings.labels = found[next + 1];
  return shardings;
}

/// This rank's part of a batch whose rows are cut as the table says.
DataShare data_share(const Runtime &runtime, const training::TrainOptions &options);

} // namespace brigade::train
