// Every operation on operands of which each device has a part of a sum, or of a maximum.
#include "brigade/ir/interpret.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/ir/print.hpp"
#include "gspmd/all_layouts.hpp"
#include "gspmd/operation_cases.hpp"
#include "gspmd/whole_arrays.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace brigade {
namespace {

/// Of an operation, a mesh and a reduction, where there are more ways.
constexpr std::size_t kSample = 100;

/// An operand that may be partial: `reduced` is the reduction of `whole`'s first dimension.
struct Operand {
  ValueId whole, reduced;
};

struct Reduced {
  Program program;
  std::vector<Operand> operands; ///< bools are not reduced, and are both
};

std::vector<OperationCase> cases_with_operands() {
  std::vector<OperationCase> cases;
  for (const OperationCase &each : operation_cases())
    if (*each.parameters)
      cases.push_back(each);
  return cases;
}

/// The case, each of its operands the sum or the largest of three arrays.
Reduced of_reductions(const OperationCase &each, const Shape &mesh, ReduceOp op) {
  const Program plain = program_of(each, mesh);
  std::vector<std::string> parameters;
  std::string reductions;
  for (const ValueId id : plain.main().parameters) {
    const Value &value = plain.main().value(id);
    if (value.type.dtype == DType::boolean) {
      parameters.push_back(fmt::format("{}: {}", value.name, to_string(value.type)));
      continue;
    }
    TensorType whole = value.type;
    whole.shape.insert(whole.shape.begin(), 3);
    parameters.push_back(fmt::format("whole_{}: {}", value.name, to_string(whole)));
    reductions += fmt::format("  {0} = {1}(whole_{0}, dims=[0])\n", value.name,
                              op == ReduceOp::sum ? "sum" : "max_reduce");
  }
  Reduced reduced{parse_program(fmt::format("mesh {}\nprogram main({}) {{\n{}  return {}\n}}\n",
                                            to_string(*plain.mesh), fmt::join(parameters, ", "),
                                            reductions, each.expression),
                                each.name),
                  {}};
  const Block &block = reduced.program.main();
  std::size_t reduction = 0;
  for (const ValueId whole : block.parameters)
    reduced.operands.push_back({whole, block.type(whole).dtype == DType::boolean
                                           ? whole
                                           : block.instructions[reduction++].results[0]});
  return reduced;
}

/// The layout of an array whose reduction over its first dimension leaves `reduced`.
Layout before_reduction(const Layout &reduced) {
  Layout whole{reduced.dimensions, {}, ReduceOp::sum};
  whole.dimensions.insert(whole.dimensions.begin(), axis_list(reduced.unreduced));
  return whole;
}

class PartialOperands : public testing::TestWithParam<std::tuple<OperationCase, Shape, ReduceOp>> {
};

TEST_P(PartialOperands, GiveOnManyDevicesWhatTheyGiveOnOne) {
  const auto &[each, sizes, op] = GetParam();
  Reduced reduced = of_reductions(each, sizes, op);
  Program &program = reduced.program;
  const Mesh &mesh = *program.mesh;
  Block &block = program.main();
  const std::vector<Literal> arguments = whole_arguments(program);
  const std::vector<Literal> expected = interpret(program, arguments);
  std::vector<std::vector<Layout>> layouts;
  for (const Operand &operand : reduced.operands) {
    const std::size_t rank = block.type(operand.reduced).rank();
    layouts.push_back(operand.whole == operand.reduced ? all_layouts(rank, mesh)
                                                       : all_layouts(rank, mesh, op));
  }
  layouts.push_back(all_layouts(block.type(block.results[0].value).rank(), mesh));
  for (const LayoutChoice &choice : layout_choices(layouts, kSample)) {
    for (std::size_t i = 0; i < reduced.operands.size(); ++i) {
      const auto [whole, operand] = reduced.operands[i];
      block.value(operand).sharding = sharding_of(choice[i], mesh);
      if (whole != operand)
        block.value(whole).sharding = sharding_of(before_reduction(choice[i]), mesh);
    }
    block.results[0].sharding = sharding_of(choice.back(), mesh);
    expect_on_devices(program, arguments, expected);
    if (HasFatalFailure())
      return;
  }
}

INSTANTIATE_TEST_SUITE_P(Meshes, PartialOperands,
                         testing::Combine(testing::ValuesIn(cases_with_operands()),
                                          testing::ValuesIn(small_mesh_shapes()),
                                          testing::Values(ReduceOp::sum, ReduceOp::max)),
                         [](const auto &test) {
                           return fmt::format(
                               "{}_{}", name_of(std::get<0>(test.param), std::get<1>(test.param)),
                               to_string(std::get<2>(test.param)));
                         });

} // namespace
} // namespace brigade
