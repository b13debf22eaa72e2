#include "operation_cases.hpp"

#include "brigade/gspmd/partition.hpp"
#include "brigade/gspmd/propagate.hpp"
#include "brigade/gspmd/simulate.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/ir/print.hpp"
#include "whole_arrays.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

namespace brigade {

std::span<const OperationCase> operation_cases() {
  static constexpr auto kCases = std::to_array<OperationCase>({
      {"constant", "", "const(f32[3, 2], [1, 2, 3, 4, 5, 6])"},
      {"constant_of_one_number", "", "const(i32[5, 4], 7)"},
      {"iota", "", "iota([5, 4], dim=0)"},
      {"iota_f32", "", "iota([3, 7], dim=1, type=f32)"},
      {"random", "", "random([5, 4], seed=3)"},
      {"random_normal", "a: i32[]", "random([6, 3], seed=3, stream=2, normal=true, type=f64)"},
      {"random_folded", "a: i32[]", "random(a, [5, 4], seed=3)"},
      {"neg", "a: f32[5, 4]", "neg(a)"},
      {"neg_i32", "a: i32[5, 4]", "neg(a)"},
      {"relu", "a: f32[5, 4]", "relu(a)"},
      {"tanh", "a: f32[5, 4]", "tanh(a)"},
      {"gelu", "a: f32[5, 4]", "gelu(a)"},
      {"sigmoid", "a: f32[5, 4]", "sigmoid(a)"},
      {"exp", "a: f32[5, 4]", "exp(a)"},
      {"log", "a: f32[5, 4]", "log(a)"},
      {"sqrt", "a: f32[5, 4]", "sqrt(a)"},
      {"rsqrt", "a: f64[5, 4]", "rsqrt(a)"},
      {"abs", "a: f32[5, 4]", "abs(a)"},
      {"sign", "a: f32[5, 4]", "sign(a)"},
      {"convert", "a: i64[5, 4]", "convert(a, f32)"},
      {"stop_gradient", "a: f32[5, 4]", "stop_gradient(a)"},
      {"add", "a: f32[5, 4], b: f32[5, 4]", "add(a, b)"},
      {"sub", "a: f32[5, 4], b: f32[5, 4]", "sub(a, b)"},
      {"mul", "a: f32[5, 4], b: f32[5, 4]", "mul(a, b)"},
      {"mul_with_itself", "a: f32[5, 4]", "mul(a, a)"},
      {"div", "a: f32[5, 4], b: f32[5, 4]", "div(a, b)"},
      {"div_i32", "a: i32[5, 4], b: i32[5, 4]", "div(a, add(b, const(i32[5, 4], 1)))"},
      {"max", "a: f32[5, 4], b: f32[5, 4]", "max(a, b)"},
      {"min", "a: i64[5, 4], b: i64[5, 4]", "min(a, b)"},
      {"pow", "a: f32[5, 4], b: f32[5, 4]", "pow(abs(a), b)"},
      {"eq", "a: i32[5, 4], b: i32[5, 4]", "eq(a, b)"},
      {"lt", "a: f32[5, 4], b: f32[5, 4]", "lt(a, b)"},
      {"gt", "a: f32[5, 4], b: f32[5, 4]", "gt(a, b)"},
      {"select", "a: bool[5, 4], b: f32[5, 4], c: f32[5, 4]", "select(a, b, c)"},
      {"broadcast", "a: f32[5]", "broadcast(a, [5, 4], dims=[0])"},
      {"broadcast_of_ones", "a: f32[1, 4]", "broadcast(a, [3, 5, 4], dims=[1, 2])"},
      {"broadcast_of_a_scalar", "a: f32[]", "broadcast(a, [5, 4])"},
      {"reshape_merges", "a: f32[4, 6]", "reshape(a, [24])"},
      {"reshape_merges_what_does_not_divide", "a: f32[5, 3]", "reshape(a, [15])"},
      {"reshape_splits", "a: f32[24]", "reshape(a, [4, 6])"},
      {"reshape_splits_what_does_not_divide", "a: f32[14]", "reshape(a, [7, 2])"},
      {"reshape_mixes", "a: f32[4, 6]", "reshape(a, [3, 8])"},
      {"reshape_adds_ones", "a: f32[4, 6]", "reshape(a, [4, 1, 6])"},
      {"transpose", "a: f32[5, 4, 3]", "transpose(a, perm=[2, 0, 1])"},
      {"slice", "a: f32[8, 5]", "slice(a, start=[1, 0], limit=[7, 5])"},
      {"slice_with_steps", "a: f32[8, 7]", "slice(a, start=[0, 1], limit=[8, 7], step=[3, 2])"},
      {"pad", "a: f32[5, 4]", "pad(a, low=[1, 0], high=[2, 0], value=3)"},
      {"concat", "a: f32[3, 4], b: f32[5, 4]", "concat(a, b, dim=0)"},
      {"concat_of_three", "a: i32[4, 1], b: i32[4, 3], c: i32[4, 2]", "concat(a, b, c, dim=1)"},
      {"reverse", "a: f32[5, 4]", "reverse(a, dims=[0])"},
      {"reverse_of_all", "a: f32[5, 4]", "reverse(a, dims=[0, 1])"},
      {"dot", "a: f32[5, 6], b: f32[6, 4]", "dot(a, b)"},
      {"dot_i32", "a: i32[4, 3], b: i32[3, 5]", "dot(a, b)"},
      {"dot_of_batches", "a: f32[3, 4, 5], b: f32[3, 5, 2]",
       "dot(a, b, batch=[0],[0], contract=[2],[1])"},
      {"dot_over_nothing", "a: f32[4], b: f32[5]", "dot(a, b, contract=[],[])"},
      {"sum", "a: f32[5, 4]", "sum(a, dims=[0])"},
      {"sum_of_all", "a: f32[5, 4]", "sum(a, dims=[0, 1])"},
      {"sum_of_few", "a: f64[1, 4]", "sum(a, dims=[0])"},
      {"sum_of_nothing", "a: f32[0, 4]", "sum(a, dims=[0])"},
      {"max_reduce", "a: f32[3, 4]", "max_reduce(a, dims=[0])"},
      {"min_reduce", "a: i32[5, 3]", "min_reduce(a, dims=[1])"},
      {"argmax", "a: f32[5, 4]", "argmax(a, dims=[1])"},
      {"argmax_with_ties", "a: i32[7, 5]", "argmax(a, dims=[0])"},
      {"gather", "a: f32[7, 4], b: i32[5]", "gather(a, b)"},
      {"gather_by_a_matrix", "a: f32[6, 3], b: i64[3, 4]", "gather(a, b)"},
      {"scatter_add", "a: i32[5], b: f32[5, 4]", "scatter_add(shape=[7, 4], a, b)"},
      {"update_row", "a: f32[6, 4], b: f32[4], c: i32[]", "update_row(a, b, c)"},
      {"constraint", "a: f32[5, 4]", "constraint(a) @ [x, -]"},
      {"barrier", "a: f32[5, 4]", "barrier(a)"},
  });
  return kCases;
}

std::span<const Shape> small_mesh_shapes() {
  static const std::array<Shape, 4> kShapes{Shape{2}, Shape{4}, Shape{2, 2}, Shape{2, 3}};
  return kShapes;
}

Mesh small_mesh(const Shape &sizes) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    names.emplace_back(1, static_cast<char>('x' + i));
  return {DeviceGrid(sizes), names};
}

Program program_of(const OperationCase &each, const Shape &mesh) {
  return parse_program(fmt::format("mesh {}\nprogram main({}) {{\n  return {}\n}}\n",
                                   to_string(small_mesh(mesh)), each.parameters, each.expression),
                       each.name);
}

std::string name_of(const OperationCase &each, const Shape &mesh) {
  return fmt::format("{}_{}", each.name, fmt::join(mesh, "_"));
}

std::vector<LayoutChoice> layout_choices(const std::vector<std::vector<Layout>> &layouts,
                                         std::size_t most) {
  std::size_t count = 1;
  for (const auto &each : layouts)
    count *= each.size();
  std::vector<LayoutChoice> choices;
  std::mt19937 random(2026);
  for (std::size_t i = 0; i < std::min(count, most); ++i) {
    std::size_t index =
        count <= most ? i : std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
    LayoutChoice &choice = choices.emplace_back();
    for (const auto &each : layouts) {
      choice.push_back(each[index % each.size()]);
      index /= each.size();
    }
  }
  return choices;
}

void expect_on_devices(const Program &program, const std::vector<Literal> &arguments,
                       const std::vector<Literal> &expected) {
  SCOPED_TRACE(to_string(program, {.types = true}));
  try {
    const Program partitioned = partition(propagate(program), uniform_profile());
    const std::vector<Literal> got = simulate(partitioned, arguments);
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
      expect_close(got[i], expected[i]);
      ASSERT_FALSE(testing::Test::HasFatalFailure()) << to_string(partitioned, {.types = true});
    }
  } catch (const std::exception &error) {
    FAIL() << error.what();
  }
}

} // namespace brigade
