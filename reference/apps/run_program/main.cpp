// mpiexec -n N brigade-run-program PARTITIONED ONE_DEVICE PROFILE RESULT
// PARTITIONED.lines and ONE_DEVICE.lines say where the instructions are from (ir/source_lines.hpp).
// Runs the first program, which is planned for N devices of a machine with this profile, on random
// inputs. Rank 0 compares the results with the interpreter's of the second, and writes into the
// file RESULT the largest difference and the largest relative one; of the result that differs most,
// measured by what rounding explains, that share, its number, to what it is rounded ("exact" where
// nothing rounds it) and what that allows; then of each rank the bytes that the executor worked in,
// where it is the executor that ran the program. While the interpreter runs, RESULT.steps says how
// far it is (steps_done.hpp).
#include "rounding.hpp"
#include "run_program.hpp"
#include "steps_done.hpp"

#include "brigade/comm/all_reduce.hpp"
#include "brigade/comm/run_main.hpp"
#include "brigade/core/atomic_file.hpp"
#include "brigade/core/error.hpp"
#include "brigade/core/read_file.hpp"
#include "brigade/gspmd/literal_blocks.hpp"
#include "brigade/gspmd/local_program.hpp"
#include "brigade/gspmd/profile_file.hpp"
#include "brigade/ir/difference.hpp"
#include "brigade/ir/interpret.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/ir/random_inputs.hpp"
#include "brigade/ir/source_lines.hpp"
#include "brigade/runtime/broadcast_text.hpp"
#include "brigade/runtime/executor/execute_blocks.hpp"
#include "brigade/runtime/executor/join_blocks.hpp"
#include "brigade/runtime/executor/same_program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace brigade {
namespace {

constexpr std::uint64_t kSeed = 2026;

/// Read by rank 0, and given to the others.
Program read_program(const Runtime &runtime, const std::string &file) {
  Program program;
  if (runtime.rank() == 0) {
    program = with_source_lines(parse_program(read_file(file), file), read_file(file + ".lines"));
  }
  return broadcast_program(runtime, program);
}

/// True where the device has the first place along all axes over which a sum is unreduced. It holds
/// the argument, and the others zeros; of a maximum or minimum all may hold it.
bool holds_partial(const TensorSharding &sharding, const Mesh &mesh, DeviceId device) {
  const std::vector<std::int64_t> coordinates = mesh.coordinates_of(device);
  return sharding.reduction != ReduceOp::sum ||
         std::ranges::all_of(sharding.unreduced, [&](const std::string &axis) {
           return coordinates[mesh.axis_index(axis)] == 0;
         });
}

std::vector<Literal> blocks_of(const std::vector<Literal> &arguments, const Program &partitioned,
                               DeviceId device) {
  const Block &block = partitioned.main();
  std::vector<Literal> blocks;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Value &parameter = block.value(block.parameters.at(i));
    Literal part = part_of(
        arguments[i], local_slices(parameter.type, *parameter.sharding, *partitioned.mesh, device));
    blocks.push_back(holds_partial(*parameter.sharding, *partitioned.mesh, device)
                         ? std::move(part)
                         : Literal(part.type()));
  }
  return blocks;
}

/// In the order of the ranks; empty where the executor did not run.
std::vector<std::int64_t> arenas_of_ranks(const Runtime &runtime, const ProgramRun &run) {
  if (!run.arena_bytes)
    return {};
  std::vector<std::int64_t> bytes(static_cast<std::size_t>(runtime.device_count()), 0);
  bytes[static_cast<std::size_t>(runtime.rank())] = static_cast<std::int64_t>(*run.arena_bytes);
  all_reduce(runtime.world(), std::span<std::int64_t>(bytes));
  return bytes;
}

MachineProfile profile_of_rank_0(const Runtime &runtime, const std::string &file) {
  return parse_profile(
      broadcast_text(runtime.world(), runtime.rank() == 0 ? read_file(file) : std::string()), file);
}

/// The result that differs most, measured by what rounding explains.
struct Worst {
  double share = 0; ///< share_of_rounding
  std::size_t result = 0;
};

std::string described(const Worst &worst, const std::vector<std::optional<DType>> &rounded,
                      const Block &block) {
  const std::optional<DType> type =
      worst.result < rounded.size() ? rounded[worst.result] : std::nullopt;
  if (!type)
    return fmt::format("{} {} exact 0", worst.share, worst.result);
  const bool is_float = is_floating(block.type(block.results[worst.result].value).dtype);
  return fmt::format("{} {} {} {}", worst.share, worst.result, to_string(*type),
                     is_float ? allowed_by_rounding(*type) : 0);
}

struct Files {
  std::string partitioned, one_device, profile, result;
};

void run(Runtime &runtime, const Files &files) {
  const Program partitioned = read_program(runtime, files.partitioned);
  const Program one_device = read_program(runtime, files.one_device);
  require_same_program(runtime, partitioned);
  const std::vector<Literal> arguments = random_inputs(one_device, kSeed);
  const ProgramRun run =
      run_program(runtime, partitioned, profile_of_rank_0(runtime, files.profile),
                  blocks_of(arguments, partitioned, runtime.rank()));
  const std::vector<std::int64_t> arenas = arenas_of_ranks(runtime, run);

  std::vector<Literal> expected;
  if (runtime.rank() == 0) {
    StepsDone done(files.result + ".steps");
    expected = interpret(one_device, arguments,
                         [&](const Block &block, const Instruction &instruction) {
                           done.add(block, instruction);
                         });
  }
  const std::vector<std::optional<DType>> rounded = rounded_as(one_device);
  Difference largest;
  Worst worst;
  for (std::size_t i = 0; i < run.results.size(); ++i) {
    const Value &value = partitioned.main().value(partitioned.main().results[i].value);
    const Literal got =
        join_blocks(runtime, *partitioned.mesh, value.type, result_sharding(partitioned.main(), i),
                    run.results[i], fmt::format("result {}", i));
    if (runtime.rank() == 0) {
      largest = larger(largest, difference(expected.at(i), got));
      if (const double share = share_of_rounding(expected.at(i), got, rounded.at(i));
          share > worst.share || i == 0)
        worst = {share, i};
    }
  }
  if (runtime.rank() == 0)
    write_file(files.result,
               fmt::format("{} {} {} {}\n", largest.absolute, largest.relative,
                           described(worst, rounded, partitioned.main()), fmt::join(arenas, " ")));
}

} // namespace
} // namespace brigade

int main(int argc, char **argv) {
  return brigade::run_main(argc, argv, [&](brigade::Runtime &runtime) {
    if (argc != 5)
      throw brigade::InputError("usage: brigade-run-program PARTITIONED ONE_DEVICE PROFILE RESULT "
                                "(it is started by brigade-plan --run)");
    brigade::run(runtime, {argv[1], argv[2], argv[3], argv[4]});
  });
}
