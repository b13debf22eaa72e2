// mpiexec -n N random_plans [--first SEED] [--programs N | --seconds S]
// [--simple | --started RANKS]
// Random programs on the ranks of a job, by Executable or, with --simple, by execute_blocks; with
// --started as on nodes of so many ranks: what collectives between them use is in use for longer.
#include "brigade/comm/broadcast.hpp"
#include "brigade/comm/run_main.hpp"
#include "brigade/core/error.hpp"
#include "brigade/gspmd/device/device_plan.hpp"
#include "brigade/gspmd/device/started_collectives.hpp"
#include "brigade/gspmd/literal_blocks.hpp"
#include "brigade/gspmd/local_program.hpp"
#include "brigade/gspmd/partitioned_block.hpp"
#include "brigade/ir/inline_calls.hpp"
#include "brigade/runtime/executor/executable.hpp"
#include "brigade/runtime/executor/execute_blocks.hpp"
#include "brigade/runtime/executor/join_blocks.hpp"
#include "brigade/runtime/executor/literal_bytes.hpp"
#include "brigade/runtime/executor/planned_array.hpp"
#include "brigade/runtime/executor/same_program.hpp"
#include "random_plans/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>

namespace brigade {
namespace {

/// This rank's blocks of the arguments.
std::vector<Literal> blocks_of(const Runtime &runtime, const Program &partitioned,
                               const std::vector<Literal> &arguments) {
  const Block &block = partitioned.main();
  std::vector<Literal> blocks;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Value &parameter = block.value(block.parameters[i]);
    blocks.push_back(part_of(arguments[i], local_slices(parameter.type, *parameter.sharding,
                                                        *partitioned.mesh, runtime.rank())));
  }
  return blocks;
}

std::size_t byte_count(const Literal &block) {
  return static_cast<std::size_t>(block.type().bytes());
}

std::vector<Array> arrays_of(Runtime &runtime, const Program &partitioned,
                             const std::vector<Literal> &blocks) {
  std::vector<Array> arrays;
  for (const PlannedArray &planned : planned_arguments(partitioned)) {
    Array &array = arrays.emplace_back(
        Array::empty(runtime, planned.type.shape, planned.type.dtype, planned.sharding));
    if (const Literal &block = blocks[arrays.size() - 1]; block.size() > 0)
      std::memcpy(array.mutable_data(), bytes_of(block), byte_count(block));
  }
  return arrays;
}

/// Runs it three times: with arguments that it must leave as they are, and twice with ones that are
/// given to it. All give the same bits.
std::vector<Literal> execute_fast(Runtime &runtime, const Program &partitioned,
                                  const std::vector<Literal> &blocks,
                                  const std::optional<MachineProfile> &overlaps) {
  Executable run(runtime, partitioned, std::vector<bool>(blocks.size(), true), overlaps);
  const std::vector<Array> kept = arrays_of(runtime, partitioned, blocks);
  std::vector<std::vector<Literal>> results;
  for (int time = 0; time < 3; ++time) {
    results.emplace_back();
    const std::vector<Array> made = run(time == 0 ? kept : arrays_of(runtime, partitioned, blocks));
    for (const Array &array : made) {
      Literal &literal =
          results.back().emplace_back(TensorType{array.dtype(), array.shard_shape()});
      if (literal.size() > 0)
        std::memcpy(bytes_of(literal), array.data(), byte_count(literal));
    }
  }
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (blocks[i].size() > 0 &&
        std::memcmp(kept[i].data(), bytes_of(blocks[i]), byte_count(blocks[i])) != 0)
      throw std::runtime_error(fmt::format("a run wrote to argument {}, which others hold", i));
  for (std::size_t i = 0; i < results[0].size(); ++i)
    if (!same_bits(results[0][i], results[1][i]) || !same_bits(results[0][i], results[2][i]))
      throw std::runtime_error(fmt::format("result {} has other bits in another run", i));
  return std::move(results[0]);
}

/// Whether some of the collectives that a program has are started, and others are done at once.
bool mixes(const Program &partitioned, DeviceId device, const MachineProfile &overlaps) {
  const DevicePlan plan = plan_device(inline_calls(partitioned), device, {}, &overlaps);
  bool starts = false, does_at_once = false;
  for (std::size_t unit = 0; unit < plan.units.units.size(); ++unit) {
    const std::size_t first = plan.units.units[unit].instructions[0];
    if (plan.memory.awaited[unit])
      starts = true;
    else if (moves_data(plan.program.block.instructions[first]))
      does_at_once = true;
  }
  return starts && does_at_once;
}

bool has_partial_results(const Program &partitioned) {
  for (std::size_t i = 0; i < partitioned.main().results.size(); ++i)
    if (!result_sharding(partitioned.main(), i).unreduced.empty())
      return true;
  return std::ranges::any_of(partitioned.main().parameters, [&](ValueId id) {
    return !partitioned.main().value(id).sharding->unreduced.empty();
  });
}

std::vector<Literal> run(Runtime &runtime, const Program &partitioned,
                         const std::vector<Literal> &arguments, bool simple,
                         const std::optional<MachineProfile> &overlaps) {
  require_same_program(runtime, partitioned);
  const Block &block = partitioned.main();
  const std::vector<Literal> blocks = blocks_of(runtime, partitioned, arguments);
  std::vector<Literal> results;
  try {
    // An Array is a whole.
    results = simple || has_partial_results(partitioned)
                  ? execute_blocks(runtime, partitioned, blocks)
                  : execute_fast(runtime, partitioned, blocks, overlaps);
  } catch (const Error &error) {
    // Perhaps on this rank alone, and the others wait: no result to be made smaller.
    throw std::runtime_error(error.what());
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Value &value = block.value(block.results[i].value);
    results[i] = join_blocks(runtime, *partitioned.mesh, value.type, result_sharding(block, i),
                             results[i], fmt::format("result {}", i));
  }
  return results;
}

bool agree(const Runtime &runtime, bool goes_on) {
  std::int32_t answer = goes_on ? 1 : 0;
  broadcast(runtime.world(), std::span(&answer, 1));
  return answer != 0;
}

} // namespace
} // namespace brigade

int main(int argc, char **argv) {
  using namespace brigade;
  testing::SearchOptions options = testing::read_search_options(argc, argv, false);
  return run_main(argc, argv, [&](Runtime &runtime) {
    const int ranks = runtime.device_count();
    options.devices = ranks;
    const std::optional<MachineProfile> overlaps =
        options.started
            ? std::optional(overlapping_between_nodes(uniform_profile(), *options.started))
            : std::nullopt;
    int mixed = 0;
    const auto say = [&](const std::string &text) {
      if (runtime.rank() == 0)
        std::fputs(text.c_str(), stdout);
    };
    const bool right = testing::search(
        options, {.run =
                      [&](const Program &partitioned, const std::vector<Literal> &arguments) {
                        mixed += overlaps && mixes(partitioned, runtime.rank(), *overlaps);
                        return run(runtime, partitioned, arguments, options.simple, overlaps);
                      },
                  .agree = [&](bool goes_on) { return agree(runtime, goes_on); },
                  .say = say,
                  .command = fmt::format(
                      "mpiexec -n {} {}{}", ranks, argv[0],
                      options.started ? fmt::format(" --started {}", *options.started) : "")});
    if (!right || !options.started || *options.started == 1 || *options.started >= ranks)
      return right ? 0 : 1;
    say(fmt::format("{} plans start some collectives and do others at once\n", mixed));
    return options.programs >= 100 && mixed == 0 ? 1 : 0; // then nothing was tried
  });
}
