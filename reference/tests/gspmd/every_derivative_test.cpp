// The derivative of every operation, for every way in which its operands and what comes back to it
// can lie on small meshes.
#include "brigade/ir/interpret.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/ir/print.hpp"
#include "brigade/trace/expand_grads.hpp"
#include "gspmd/all_layouts.hpp"
#include "gspmd/operation_cases.hpp"
#include "gspmd/whole_arrays.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace brigade {
namespace {

/// Of an operation and a mesh, where there are more ways.
constexpr std::size_t kSample = 500;

std::vector<std::size_t> floating_parameters(const Block &block) {
  std::vector<std::size_t> floating;
  for (std::size_t i = 0; i < block.parameters.size(); ++i)
    if (is_floating(block.type(block.parameters[i]).dtype))
      floating.push_back(i);
  return floating;
}

TensorType result_type(const Block &block) { return block.type(block.results[0].value); }

/// The cases whose result is one of numbers that have derivatives, and one of whose operands is.
std::vector<OperationCase> differentiable_cases() {
  std::vector<OperationCase> cases;
  for (const OperationCase &each : operation_cases()) {
    const Program program = program_of(each, {2});
    if (is_floating(result_type(program.main()).dtype) &&
        !floating_parameters(program.main()).empty())
      cases.push_back(each);
  }
  return cases;
}

/// The derivatives by all floats of a sum in which the result occurs twice, once where a constraint
/// says how it lies, and with it what comes back. The derivatives lie as what they are by.
struct Backwards {
  Program program;
  std::size_t result_rank = 0;

  void lie_as(const LayoutChoice &choice) {
    Block &block = program.main();
    const Mesh &mesh = *program.mesh;
    const std::vector<std::size_t> by = floating_parameters(block);
    for (std::size_t i = 0; i < block.parameters.size(); ++i)
      block.value(block.parameters[i]).sharding = sharding_of(choice[i], mesh);
    for (std::size_t i = 0; i < by.size(); ++i)
      block.results[i].sharding = sharding_of(choice[by[i]], mesh);
    for (Instruction &instruction : block.instructions)
      if (auto *constraint = std::get_if<ConstraintAttributes>(&instruction.attributes))
        constraint->sharding = sharding_of(choice.back(), mesh);
  }
};

Backwards backwards(const OperationCase &each, const Shape &mesh) {
  const Program program = program_of(each, mesh);
  const Block &block = program.main();
  const std::size_t rank = result_type(block).rank();
  std::vector<std::string> names;
  for (const ValueId parameter : block.parameters)
    names.push_back(block.value(parameter).name);
  std::vector<std::size_t> dims(rank);
  std::ranges::generate(dims, [d = std::size_t{0}]() mutable { return d++; });
  const std::string text = fmt::format(
      "mesh {}\n"
      "block loss({}) {{\n  y = {}\n  laid = constraint(y) @ [{}]\n"
      "  return sum(mul(tanh(laid), y), dims=[{}])\n}}\n"
      "program main({}) {{ return grad(@loss, {}, wrt=[{}]) }}\n",
      to_string(*program.mesh), each.parameters, each.expression,
      fmt::join(std::vector<std::string>(rank, "?"), ", "), fmt::join(dims, ", "), each.parameters,
      fmt::join(names, ", "), fmt::join(floating_parameters(block), ", "));
  return {expand_grads(parse_program(text, each.name)), rank};
}

class EveryDerivative : public testing::TestWithParam<std::tuple<OperationCase, Shape>> {};

TEST_P(EveryDerivative, IsOnManyDevicesWhatItIsOnOne) {
  const auto &[each, sizes] = GetParam();
  Backwards derivative = backwards(each, sizes);
  const Program &program = derivative.program;
  const std::vector<Literal> arguments = whole_arguments(program);
  const std::vector<Literal> expected = interpret(program, arguments);
  std::vector<std::vector<Layout>> layouts;
  for (const ValueId parameter : program.main().parameters)
    layouts.push_back(all_layouts(program.main().type(parameter).rank(), *program.mesh));
  layouts.push_back(all_layouts(derivative.result_rank, *program.mesh));
  for (const LayoutChoice &choice : layout_choices(layouts, kSample)) {
    derivative.lie_as(choice);
    expect_on_devices(program, arguments, expected);
    if (HasFatalFailure())
      return;
  }
}

INSTANTIATE_TEST_SUITE_P(Meshes, EveryDerivative,
                         testing::Combine(testing::ValuesIn(differentiable_cases()),
                                          testing::ValuesIn(small_mesh_shapes())),
                         [](const auto &test) {
                           return name_of(std::get<0>(test.param), std::get<1>(test.param));
                         });

} // namespace
} // namespace brigade
