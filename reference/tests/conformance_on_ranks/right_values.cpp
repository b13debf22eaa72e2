// The rows of the conformance tables (tests/gspmd/*conformance_test.cpp), each on the ranks of a
// job. The job's size is that of the row's mesh; what is for another one is left to that one.
#include "gspmd/conformance.hpp"

#include "brigade/gspmd/literal_blocks.hpp"
#include "brigade/gspmd/local_program.hpp"
#include "brigade/ir/interpret.hpp"
#include "brigade/runtime/executor/execute_blocks.hpp"
#include "brigade/runtime/executor/join_blocks.hpp"
#include "brigade/trace/expand_grads.hpp"
#include "gspmd/whole_arrays.hpp"
#include "ranks/runtime.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace brigade {

namespace {

constexpr std::array kJobs{1, 2, 3, 4, 6, 8}; ///< as CMakeLists.txt starts them

std::vector<Literal> run_on_ranks(const Program &partitioned,
                                  const std::vector<Literal> &arguments) {
  Runtime &runtime = testing::runtime();
  const Block &block = partitioned.main();
  std::vector<Literal> blocks;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Value &parameter = block.value(block.parameters[i]);
    blocks.push_back(part_of(arguments[i], local_slices(parameter.type, *parameter.sharding,
                                                        *partitioned.mesh, runtime.rank())));
  }
  const std::vector<Literal> computed = execute_blocks(runtime, partitioned, blocks);
  std::vector<Literal> whole;
  for (std::size_t i = 0; i < computed.size(); ++i)
    whole.push_back(join_blocks(runtime, *partitioned.mesh, block.type(block.results[i].value),
                                result_sharding(block, i), computed[i], "a result"));
  return whole;
}

} // namespace

void expect_right_values(const std::string &text) {
  const Program program = expand_grads(cut_copy(text));
  ASSERT_NE(std::ranges::find(kJobs, program.mesh->size()), kJobs.end())
      << "no job has " << program.mesh->size() << " ranks, so nobody runs this";
  if (program.mesh->size() != testing::runtime().device_count())
    return;
  const std::vector<Literal> arguments = whole_arguments(program);
  const std::vector<Literal> expected = interpret(program, arguments);
  for (const Program &partitioned : plans_to_run(program)) {
    const std::vector<Literal> got = run_on_ranks(partitioned, arguments);
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t i = 0; i < got.size(); ++i)
      expect_close(got[i], expected[i]);
  }
}

} // namespace brigade
