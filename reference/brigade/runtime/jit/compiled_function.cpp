#include "brigade/runtime/jit/compiled_function.hpp"

#include "brigade/comm/require_mesh.hpp"
#include "brigade/core/error.hpp"
#include "brigade/gspmd/device/started_collectives.hpp"
#include "brigade/gspmd/plan.hpp"
#include "brigade/gspmd/profile_file.hpp"
#include "brigade/runtime/broadcast_text.hpp"
#include "brigade/runtime/device_put.hpp"
#include "brigade/runtime/executor/same_program.hpp"
#include "brigade/runtime/run_together.hpp"
#include "brigade/trace/tensor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

namespace brigade {

namespace {

// Rank 0's, so that all ranks start the same collectives.
std::optional<MachineProfile> overlapping(const Runtime &runtime, const JitOptions &options) {
  if (runtime.ranks_on_this_node() == runtime.device_count())
    return std::nullopt;
  return parse_profile(
      broadcast_text(runtime.world(), runtime.rank() == 0
                                          ? profile_text(overlapping_between_nodes(
                                                options.profile, runtime.ranks_on_this_node()))
                                          : ""),
      "rank 0's profile");
}

Program planned_by_rank_0(Runtime &runtime, const Program &annotated, const JitOptions &options) {
  require_mesh(runtime, *annotated.mesh);
  if (!options.passes.partition)
    throw InputError("a plan without the pass partition cannot be run; leave it on in .passes");
  require_same_program(runtime, annotated,
                       "a jitted function does the same on every rank: what it does may not depend "
                       "on the rank, nor on numbers that differ between ranks");
  Program partitioned;
  run_together(runtime.world(), [&] {
    if (runtime.rank() != 0)
      return;
    Plan plan = make_plan(annotated, options.profile, options.passes);
    for (const std::string &line :
         check_implicit_communication(plan, options.implicit_communication))
      fmt::print(stderr, "brigade: warning: {}\n", line);
    partitioned = *std::move(plan.partitioned);
  });
  return broadcast_program(runtime, partitioned);
}

} // namespace

CompiledFunction::CompiledFunction(Runtime &runtime, const Program &annotated,
                                   const JitOptions &options, DeclaredShardings declared,
                                   std::string statics, const std::vector<bool> &donated,
                                   std::vector<std::string> result_paths)
    : CompiledFunction(runtime, Planned{planned_by_rank_0(runtime, annotated, options)}, options,
                       declared, std::move(statics), donated, std::move(result_paths)) {}

CompiledFunction::CompiledFunction(Runtime &runtime, const Planned &planned,
                                   const JitOptions &options, const DeclaredShardings &declared,
                                   std::string statics, const std::vector<bool> &donated,
                                   std::vector<std::string> result_paths)
    : arguments_(arguments_of(planned.partitioned, declared, donated)), known_(arguments_.size()),
      memories_(arguments_.size()), statics_(std::move(statics)),
      move_arguments_(options.move_arguments), checks_replicas_(options.check_replicas),
      name_(planned.partitioned.main().name), result_paths_(std::move(result_paths)),
      executable_(runtime, planned.partitioned, donated, overlapping(runtime, options)) {
  executable_.set_profiled(options.profile_operations);
}

std::vector<CompiledFunction::Argument>
CompiledFunction::arguments_of(const Program &partitioned, const DeclaredShardings &declared,
                               const std::vector<bool> &donated) {
  const Block &main = partitioned.main();
  std::vector<Argument> arguments;
  for (std::size_t i = 0; i < main.parameters.size(); ++i) {
    const Value &value = main.value(main.parameters[i]);
    arguments.push_back({value.name, value.type, declared.arguments[i],
                         NamedSharding(*partitioned.mesh, partition_spec(*value.sharding)),
                         donated[i]});
  }
  return arguments;
}

bool CompiledFunction::is_for(const CallArguments<Array> &arguments) const {
  if (arguments.statics != statics_ || arguments.leaves.size() != arguments_.size())
    return false;
  for (std::size_t i = 0; i < arguments_.size(); ++i) {
    const Array &array = *arguments.leaves[i];
    if (known_[i].has_layout_of(array))
      continue;
    const Argument &expected = arguments_[i];
    if (array.dtype() != expected.type.dtype || array.shape() != expected.type.shape)
      return false;
    if (expected.declared.is_unspecified() &&
        (array.sharding().mesh() != expected.planned.mesh() ||
         !array.sharding().is_equivalent_to(expected.planned, expected.type.rank())))
      return false;
  }
  return true;
}

std::vector<Array> CompiledFunction::operator()(const std::vector<const Array *> &arguments,
                                                const std::source_location &where,
                                                std::int64_t number) {
  check_memory(arguments, where);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Array &array = *arguments[i];
    if (known_[i].has_layout_of(array))
      continue;
    if (array.sharding().is_equivalent_to(arguments_[i].planned, arguments_[i].type.rank()))
      known_[i] = array.in_memory(nullptr);
    else
      check_lies(arguments_[i], array, where);
  }
  // All that is moved first: where there is no memory for it, nothing was given away.
  std::vector<Array> given(arguments.size());
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (!known_[i].has_layout_of(*arguments[i]))
      given[i] = device_put(*arguments[i], arguments_[i].planned);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool lies = !given[i].has_value();
    if (arguments_[i].donated) {
      Array taker = arguments[i]->donate(where);
      if (lies)
        given[i] = std::move(taker);
    } else if (lies) {
      given[i] = *arguments[i];
    }
  }
  if (checks_replicas_)
    return run_checked(std::move(given), fmt::format("{}: after call {} of @{}",
                                                     to_string(source_line(where)), number, name_));
  return executable_(std::move(given));
}

std::vector<Array> CompiledFunction::run_checked(std::vector<Array> arguments,
                                                 const std::string &when) {
  std::vector<Array> checked;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (!arguments_[i].donated)
      checked.push_back(arguments[i]);
  std::vector<Array> results = executable_(std::move(arguments));
  checked.insert(checked.end(), results.begin(), results.end());
  if (!replica_check_) {
    std::vector<std::string> names;
    for (const Argument &argument : arguments_)
      if (!argument.donated)
        names.push_back(argument.name);
    for (const std::string &path : result_paths_)
      names.push_back("result" + path);
    replica_check_.emplace(std::move(names), checked);
  }
  (*replica_check_)(checked, when);
  return results;
}

void CompiledFunction::check_lies(const Argument &argument, const Array &array,
                                  const std::source_location &where) const {
  if (move_arguments_)
    return;
  const bool is_planned = !argument.declared.named() && !argument.declared.is_replicated();
  throw InputError(fmt::format(
      "{}: {} is {}, and {} {}; device_put brings it there, or jit with .move_arguments = true",
      to_string(source_line(where)), argument.name, to_string(array),
      is_planned ? "is planned as" : "is declared",
      is_planned ? to_string(argument.planned) : to_string(argument.declared)));
}

void CompiledFunction::check_memory(const std::vector<const Array *> &arrays,
                                    const std::source_location &where) {
  bool as_before = true; // then no two are the same now either
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    if (arrays[i]->is_donated())
      throw InputError(fmt::format("{}: {}, {}, was donated at {}: its memory holds something else "
                                   "now; use what that call returned, or do not donate it",
                                   to_string(source_line(where)), arguments_[i].name,
                                   to_string(*arrays[i]), arrays[i]->donated_at()));
    as_before = as_before && arrays[i]->data() == memories_[i];
  }
  if (as_before)
    return;
  for (std::size_t i = 0; i < arrays.size(); ++i)
    for (std::size_t j = 0; arguments_[i].donated && j < arrays.size(); ++j)
      if (arrays[j]->data() == arrays[i]->data() && j != i)
        throw InputError(fmt::format("{}: {} is donated, and {} has the same memory; give one of "
                                     "them memory of its own",
                                     to_string(source_line(where)), arguments_[i].name,
                                     arguments_[j].name));
  for (std::size_t i = 0; i < arrays.size(); ++i)
    memories_[i] = arrays[i]->data();
}

} // namespace brigade
