// Every operation, for every way in which its operands and its result can lie on small meshes.
#include "brigade/ir/interpret.hpp"
#include "gspmd/all_layouts.hpp"
#include "gspmd/operation_cases.hpp"
#include "gspmd/whole_arrays.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace brigade {
namespace {

/// Of an operation and a mesh, where there are more ways.
constexpr std::size_t kSample = 500;

class EveryOperation : public testing::TestWithParam<std::tuple<OperationCase, Shape>> {};

TEST_P(EveryOperation, GivesOnManyDevicesWhatItGivesOnOne) {
  const auto &[each, sizes] = GetParam();
  Program program = program_of(each, sizes);
  Block &block = program.main();
  const std::vector<Literal> arguments = whole_arguments(program);
  const std::vector<Literal> expected = interpret(program, arguments);
  std::vector<std::vector<Layout>> layouts;
  for (const ValueId parameter : block.parameters)
    layouts.push_back(all_layouts(block.type(parameter).rank(), *program.mesh));
  layouts.push_back(all_layouts(block.type(block.results[0].value).rank(), *program.mesh));
  for (const LayoutChoice &choice : layout_choices(layouts, kSample)) {
    for (std::size_t i = 0; i < block.parameters.size(); ++i)
      block.value(block.parameters[i]).sharding = sharding_of(choice[i], *program.mesh);
    block.results[0].sharding = sharding_of(choice.back(), *program.mesh);
    expect_on_devices(program, arguments, expected);
    if (HasFatalFailure())
      return;
  }
}

INSTANTIATE_TEST_SUITE_P(Meshes, EveryOperation,
                         testing::Combine(testing::ValuesIn(operation_cases()),
                                          testing::ValuesIn(small_mesh_shapes())),
                         [](const auto &test) {
                           return name_of(std::get<0>(test.param), std::get<1>(test.param));
                         });

TEST(EveryOperationIsTried, ThatIsNoBlockNorACollective) {
  std::set<Operation> tried;
  for (const OperationCase &each : operation_cases()) {
    const Program program = program_of(each, {2});
    for (const Instruction &instruction : program.main().instructions)
      tried.insert(instruction.operation);
  }
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    const auto operation = static_cast<Operation>(i);
    const OperationKind kind = info(operation).kind;
    if (kind != OperationKind::block && kind != OperationKind::collective) {
      EXPECT_TRUE(tried.contains(operation)) << to_string(operation);
    }
  }
}

} // namespace
} // namespace brigade
