#include "brigade/gspmd/operation_cost.hpp"

#include "brigade/gspmd/rule.hpp"
#include "brigade/ir/parse.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace brigade {
namespace {

const Mesh &mesh() {
  static const Mesh mesh(DeviceGrid({2, 2}), {"x", "y"});
  return mesh;
}

/// Seconds of the only instruction of a program, where every dimension of its results runs over
/// the axes given, on a machine where a flop takes `flop` and a byte takes `byte`.
double seconds(const std::string &parameters, const std::string &instruction, double flop,
               double byte, const std::vector<AxisList> &cut = {}) {
  const Program program = parse_program(
      fmt::format("mesh {{x: 2, y: 2}} program p({}) {{ return {} }}", parameters, instruction));
  const Block &block = program.main();
  const Instruction &only = block.instructions.at(0);
  const Rule rule = rule_of(block, only);
  FactorAxes axes(rule.factors.size());
  for (std::size_t dim = 0; dim < cut.size(); ++dim)
    axes[rule.results[0][dim].at(0)] = cut[dim];
  MachineProfile profile;
  profile.flops_per_second = flop == 0 ? 1e300 : 1 / flop;
  profile.bytes_per_second = byte == 0 ? 1e300 : 1 / byte;
  return operation_seconds(block, only, rule, axes, mesh(), profile);
}

double flops(const std::string &parameters, const std::string &instruction,
             const std::vector<AxisList> &cut = {}) {
  return seconds(parameters, instruction, 1, 0, cut);
}

double bytes(const std::string &parameters, const std::string &instruction,
             const std::vector<AxisList> &cut = {}) {
  return seconds(parameters, instruction, 0, 1, cut);
}

const AxisList kX{0}, kY{1};

TEST(OperationCost, OfADotIsTwoForEachPointOfItsLoops) {
  const std::string parameters = "a: f32[6, 10], b: f32[10, 4]";
  EXPECT_DOUBLE_EQ(flops(parameters, "dot(a, b)"), 2 * 6 * 10 * 4);
  EXPECT_DOUBLE_EQ(flops(parameters, "dot(a, b)", {kX, kY}), 2 * 3 * 10 * 2);
  EXPECT_DOUBLE_EQ(bytes(parameters, "dot(a, b)", {kX, kY}), 4 * (3 * 10 + 10 * 2 + 3 * 2));
}

TEST(OperationCost, OfAnElementwiseOneIsThatOfTheLargestBlock) {
  EXPECT_DOUBLE_EQ(flops("a: f32[5, 7]", "exp(a)", {kX, kY}), 3 * 4);
  EXPECT_DOUBLE_EQ(bytes("a: f64[5, 7]", "exp(a)", {kX, kY}), 8 * 2 * 3 * 4);
}

TEST(OperationCost, OfAReductionIsThatOfItsOperand) {
  EXPECT_DOUBLE_EQ(flops("a: f32[5, 7]", "sum(a, dims=[0])"), 5 * 7);
  EXPECT_DOUBLE_EQ(flops("a: f32[5, 8]", "argmax(a, dims=[0])", {kX}), 5 * 4);
}

// Dimensions of operands and results that nothing has in common are no loops one within the other.
TEST(OperationCost, OfWhatMovesElementsGrowsWithThemAlone) {
  const double a = 512 * 64;
  for (const std::string instruction :
       {"reverse(a, dims=[0, 1])", "reshape(a, [64, 512])", "transpose(a, perm=[1, 0])"}) {
    EXPECT_DOUBLE_EQ(flops("a: f32[512, 64]", instruction), a) << instruction;
    EXPECT_DOUBLE_EQ(bytes("a: f32[512, 64]", instruction), 4 * 2 * a) << instruction;
  }
  EXPECT_DOUBLE_EQ(flops("a: f32[512, 64]", "concat(a, a, a, a, dim=0)"), 4 * a);
  EXPECT_DOUBLE_EQ(bytes("a: f32[512, 64]", "concat(a, a, a, a, dim=0)"), 4 * 8 * a);
  EXPECT_DOUBLE_EQ(flops("a: f32[1000, 1001]", "reshape(a, [1001, 1000])"), 1000 * 1001);
  EXPECT_DOUBLE_EQ(bytes("a: f32[512, 64]", "slice(a, start=[1, 1], limit=[3, 4])"),
                   4 * (a + 2 * 3));
  EXPECT_DOUBLE_EQ(flops("a: f32[512, 64]", "pad(a, low=[1, 0], high=[0, 1])"), 513 * 65);
}

TEST(OperationCost, OfAGatherIsThatOfTheRowsThatAreLookedUp) {
  const std::string parameters = "t: f32[50000, 64], i: i32[6]";
  EXPECT_DOUBLE_EQ(flops(parameters, "gather(t, i)"), 6 * 64);
  EXPECT_DOUBLE_EQ(bytes(parameters, "gather(t, i)"), 4 * (6 * 64 + 6 + 6 * 64));
  EXPECT_DOUBLE_EQ(bytes(parameters, "gather(t, i)", {kX}), 4 * (3 * 64 + 3 + 3 * 64));
}

} // namespace
} // namespace brigade
