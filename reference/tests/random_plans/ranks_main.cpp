// mpiexec -n N random_plans [--first SEED] [--programs N | --seconds S]
// Random programs on the ranks of a job, by the executor.
#include "brigade/comm/broadcast.hpp"
#include "brigade/comm/run_main.hpp"
#include "brigade/core/error.hpp"
#include "brigade/gspmd/literal_blocks.hpp"
#include "brigade/gspmd/local_program.hpp"
#include "brigade/runtime/executor/execute_blocks.hpp"
#include "brigade/runtime/executor/join_blocks.hpp"
#include "brigade/runtime/executor/same_program.hpp"
#include "random_plans/search.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <span>
#include <stdexcept>

namespace brigade {
namespace {

std::vector<Literal> run(const Runtime &runtime, const Program &partitioned,
                         const std::vector<Literal> &arguments) {
  require_same_program(runtime, partitioned);
  const Block &block = partitioned.main();
  std::vector<Literal> blocks;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Value &parameter = block.value(block.parameters[i]);
    blocks.push_back(part_of(arguments[i], local_slices(parameter.type, *parameter.sharding,
                                                        *partitioned.mesh, runtime.rank())));
  }
  std::vector<Literal> results;
  try {
    results = execute_blocks(runtime, partitioned, blocks);
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
    options.devices = runtime.device_count();
    const bool right = testing::search(
        options, {.run =
                      [&](const Program &partitioned, const std::vector<Literal> &arguments) {
                        return run(runtime, partitioned, arguments);
                      },
                  .agree = [&](bool goes_on) { return agree(runtime, goes_on); },
                  .say =
                      [&](const std::string &text) {
                        if (runtime.rank() == 0)
                          std::fputs(text.c_str(), stdout);
                      },
                  .command = fmt::format("mpiexec -n {} {}", runtime.device_count(), argv[0])});
    return right ? 0 : 1;
  });
}
