#include "random_plans/random_plan.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/choose.hpp"
#include "brigade/gspmd/clean_up.hpp"
#include "brigade/gspmd/device/device_plan.hpp"
#include "brigade/gspmd/device/started_collectives.hpp"
#include "brigade/gspmd/partition.hpp"
#include "brigade/gspmd/plan_memory.hpp"
#include "brigade/gspmd/propagate.hpp"
#include "brigade/ir/block_builder.hpp"
#include "brigade/ir/difference.hpp"
#include "brigade/ir/inline_calls.hpp"
#include "brigade/ir/interpret.hpp"
#include "brigade/trace/expand_grads.hpp"
#include "programs/choices.hpp"
#include "programs/random_arguments.hpp"
#include "programs/random_program.hpp"
#include "programs/random_sharding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace brigade::testing {

namespace {

/// One to four axes, some of size 1, devices now and then in another order.
Mesh random_mesh(Choices &choices, std::int64_t devices) {
  Shape sizes;
  std::vector<std::string> names;
  const std::int64_t axes = choices.between(1, 4);
  for (std::int64_t axis = 0; axis < axes; ++axis) {
    std::vector<std::int64_t> divisors;
    for (std::int64_t size = 1; size <= devices; ++size)
      if (devices % size == 0)
        divisors.push_back(size);
    sizes.push_back(axis + 1 == axes ? devices : choices.one_of(divisors));
    devices /= sizes.back();
    names.emplace_back(1, "xyzw"[axis]);
  }
  std::vector<DeviceId> ids(static_cast<std::size_t>(element_count(sizes)));
  std::iota(ids.begin(), ids.end(), 0);
  if (choices.chance(0.2))
    choices.shuffle(ids);
  return {DeviceGrid(sizes, ids), names};
}

/// The largest number that the program computes on its way: what it rounds there, the results
/// carry.
double largest_number(const Program &program, const std::vector<Literal> &arguments) {
  Program inlined = inline_calls(program);
  Block &block = inlined.main();
  block.results.clear();
  for (std::size_t i = 0; i < block.values.size(); ++i)
    block.results.push_back({{static_cast<std::int32_t>(i)}, {}});
  double largest = 1;
  for (const Literal &value : interpret(inlined, arguments))
    for (std::int64_t i = 0; is_floating(value.type().dtype) && i < value.size(); ++i)
      if (const double number = std::abs(value.number(i)); std::isfinite(number))
        largest = std::max(largest, number);
  return largest;
}

std::optional<std::string> compare(const std::vector<Literal> &expected,
                                   const std::vector<Literal> &got, double largest) {
  if (expected.size() != got.size())
    return fmt::format("{} results in place of {}", got.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (got[i].type() != expected[i].type())
      return fmt::format("result {} is {} in place of {}", i, to_string(got[i].type()),
                         to_string(expected[i].type()));
    const DType type = expected[i].type().dtype;
    // Rounding of an f32 (which an f64 may have been made of) is 2^-24; sums of tens of elements,
    // in tens of operations, have it some 100 times over.
    const double allowed = type == DType::f32   ? 1e-5 * largest
                           : type == DType::f64 ? 1e-5 * largest
                                                : 0;
    const double found = difference(expected[i], got[i]).absolute;
    if (found > allowed)
      return fmt::format("result {} ({}) differs by {:.3g}, and rounding explains {:.3g}", i,
                         to_string(expected[i].type()), found, allowed);
  }
  return {};
}

/// Small arrays are cheapest to gather where messages have a latency; where they have none, bytes
/// count, and partial results are left and reduced.
MachineProfile random_profile(Choices &choices) {
  MachineProfile profile = uniform_profile();
  if (choices.chance(0.6))
    profile.inside.latency = profile.between.latency = 0;
  if (choices.chance(0.3))
    profile.flops_per_second /= 1e6;
  if (choices.chance(0.3))
    profile.devices_per_node = 2;
  return profile;
}

struct Passes {
  const char *names;
  bool choose, cleanup;
};
constexpr Passes kPasses[] = {{"propagate,partition", false, false},
                              {"propagate,choose,partition,cleanup", true, true}};

Program planned(const PlanTrial &trial, const Passes &passes) {
  Program program = propagate(trial.program);
  if (passes.choose)
    program = choose(trial.program, program, trial.profile);
  program = partition(program, trial.profile);
  return passes.cleanup ? clean_up(program, trial.profile) : program;
}

/// Some results shall stay partial. Most cannot.
void leave_unreduced(Program &program, Choices &choices) {
  for (Result &result : program.main().results)
    if (program.main().type(result.value).dtype != DType::boolean && choices.chance(0.5))
      result.sharding =
          random_sharding(choices, *program.mesh, program.main().type(result.value).rank(),
                          {.open = 0, .unreduced = 0.7});
}

/// The sum of all results that are floats, if there are any.
std::optional<ValueId> sum_of_results(BlockBuilder &builder, const Block &block) {
  std::optional<ValueId> loss;
  for (const Result &result : block.results) {
    const TensorType &type = block.type(result.value);
    if (!is_floating(type.dtype))
      continue;
    DimensionsAttributes all;
    for (std::size_t d = 0; d < type.rank(); ++d)
      all.dims.push_back(static_cast<std::int64_t>(d));
    ValueId term = builder.append(Operation::sum, {result.value}, all);
    if (type.dtype != DType::f64)
      term = builder.append(Operation::convert, {term}, ConvertAttributes{DType::f64});
    loss = loss ? builder.append(Operation::add, {*loss, term}) : term;
  }
  return loss;
}

/// The derivatives by all parameters that are floats, of the sum of the results; none where the
/// program has no such, or an operation without a derivative.
std::optional<Program> gradient_of(const Program &program, Choices &choices) {
  Program whole = program;
  const Block block = whole.main();
  BlockBuilder loss_builder(block);
  const std::optional<ValueId> loss = sum_of_results(loss_builder, block);
  BlockBuilder builder("main");
  std::vector<ValueId> parameters;
  GradAttributes attributes{"loss", {}};
  for (const ValueId id : block.parameters) {
    const Value &value = block.value(id);
    parameters.push_back(builder.parameter(value.type, "", value.sharding));
    if (is_floating(value.type.dtype))
      attributes.wrt.push_back(static_cast<std::int64_t>(parameters.size()) - 1);
  }
  if (!loss || attributes.wrt.empty())
    return {};
  whole.main() = std::move(loss_builder).finish({{*loss, {}}});
  whole.main().name = "loss";
  std::vector<Result> results;
  for (const ValueId derivative :
       builder.append_all(Operation::grad, parameters, attributes, {}, &whole.main())) {
    results.push_back({derivative, {}});
    if (choices.chance(0.5))
      results.back().sharding =
          random_sharding(choices, *program.mesh, builder.type(derivative).rank());
  }
  whole.blocks.push_back(std::move(builder).finish(std::move(results)));
  try {
    return expand_grads(whole);
  } catch (const InputError &) {
    return {};
  }
}

/// What a plan says that a device takes is what some device takes, and none takes a tenth more.
std::optional<std::string> broken_promise(const Program &partitioned,
                                          const MachineProfile &profile) {
  const double said = memory_of(partitioned, profile).total_bytes();
  const MachineProfile overlaps = overlapping_between_nodes(profile, profile.devices_per_node);
  const Program inlined = inline_calls(partitioned);
  std::size_t unshared = 0, shared = 0; // each device takes as much to share as any needs
  for (std::int64_t i = 0; i < partitioned.mesh->size(); ++i) {
    const DeviceId device = partitioned.mesh->devices().at(i);
    const MemoryPlan plan = plan_device(inlined, device, {}, &overlaps).memory;
    unshared = std::max(unshared, plan.total_bytes() - plan.shared_bytes);
    shared = std::max(shared, plan.shared_bytes);
  }
  const double most = static_cast<double>(unshared + shared);
  if (most < said || most > 1.1 * said)
    return fmt::format("the plan says that a device takes {} bytes, and one takes {}", said, most);
  return {};
}

} // namespace

bool leaves_unreduced(const Program &program) {
  return std::ranges::any_of(program.main().results, [](const Result &result) {
    return result.sharding && !result.sharding->unreduced.empty();
  });
}

PlanTrial random_plan(std::uint64_t seed, std::optional<int> devices) {
  Choices choices(seed);
  const Mesh mesh = random_mesh(
      choices, devices ? *devices : choices.one_of<std::int64_t>({1, 2, 3, 4, 4, 6, 8, 8, 12, 16}));
  RandomProgramOptions options;
  options.mesh = mesh;
  // Most are of the sizes that a plan has to be right for; small ones find faults of their own.
  options.operations =
      static_cast<int>(choices.chance(0.2) ? choices.between(1, 19) : choices.between(20, 60));
  options.annotated_values = choices.one_of<double>({0, 0, 0.3});
  options.priorities = choices.chance(0.2);
  PlanTrial trial{random_program(seed, options), {}, random_profile(choices)};
  if (choices.chance(0.4))
    if (std::optional<Program> gradient = gradient_of(trial.program, choices))
      trial.program = std::move(*gradient);
  if (choices.chance(0.2))
    leave_unreduced(trial.program, choices);
  trial.arguments = random_arguments(trial.program, seed);
  return trial;
}

std::optional<std::string> disagreement(const PlanTrial &trial, const RunPlan &run) {
  const std::vector<Literal> expected = interpret(trial.program, trial.arguments);
  const double largest = largest_number(trial.program, trial.arguments);
  for (const Passes &passes : kPasses) {
    std::optional<std::string> wrong;
    Program partitioned;
    try {
      partitioned = planned(trial, passes);
    } catch (const InputError &error) {
      if (leaves_unreduced(trial.program))
        continue; // what makes the result leaves no partial results of this kind
      return fmt::format("{} refuses: {}", passes.names, error.what());
    }
    try {
      wrong = compare(expected, run(partitioned, trial.arguments), largest);
      if (!wrong)
        wrong = broken_promise(partitioned, trial.profile);
    } catch (const Error &error) {
      wrong = error.what();
    }
    if (wrong)
      return fmt::format("by {}: {}", passes.names, *wrong);
  }
  return {};
}

} // namespace brigade::testing
