// Every operation, in every element type that it takes, over shapes with sizes of 0, 1 and primes:
// a program of one instruction, and one in which it stands between others, against the interpreter.
#include "brigade/runtime/executor/executable.hpp"

#include "brigade/gspmd/plan.hpp"
#include "brigade/ir/difference.hpp"
#include "brigade/ir/interpret.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/ir/random_inputs.hpp"
#include "brigade/runtime/executor/literal_bytes.hpp"
#include "ranks/runtime.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace brigade {
namespace {

Array array_of(const Literal &literal) {
  Runtime &runtime = testing::runtime();
  Array array = Array::empty(runtime, literal.shape(), literal.type().dtype,
                             NamedSharding(Mesh(DeviceGrid({runtime.device_count()}), {"x"}), P()));
  if (literal.size() > 0)
    std::memcpy(array.mutable_data(), bytes_of(literal),
                static_cast<std::size_t>(literal.type().bytes()));
  return array;
}

Literal literal_of(const Array &array) {
  Literal literal(TensorType{array.dtype(), array.shape()});
  if (literal.size() > 0)
    std::memcpy(bytes_of(literal), array.data(), static_cast<std::size_t>(literal.type().bytes()));
  return literal;
}

/// Arguments and results are whole on every rank.
std::vector<Literal> executed(const std::string &text, const std::vector<Literal> &arguments) {
  Runtime &runtime = testing::runtime();
  Program program =
      parse_program(fmt::format("mesh {{x: {}}}\n{}", runtime.device_count(), text), "text");
  Block &block = program.main();
  for (const ValueId parameter : block.parameters)
    block.value(parameter).sharding = replicated_sharding(block.type(parameter).rank());
  for (Result &result : block.results)
    result.sharding = replicated_sharding(block.type(result.value).rank());
  Executable run(runtime, *make_plan(program).partitioned);
  std::vector<Array> arrays, results;
  for (const Literal &argument : arguments)
    arrays.push_back(array_of(argument));
  std::vector<Literal> literals;
  for (const Array &result : run(arrays))
    literals.push_back(literal_of(result));
  return literals;
}

/// What rounding explains: a few operations lose some bits each, and exp of a number x has the
/// rounding of x up to 20 times over.
double allowed(const Literal &expected) {
  double largest = 1;
  for (std::int64_t i = 0; is_floating(expected.type().dtype) && i < expected.size(); ++i)
    if (const double number = std::abs(expected.number(i)); std::isfinite(number))
      largest = std::max(largest, number);
  switch (expected.type().dtype) {
  case DType::f32:
    return 64 * std::numeric_limits<float>::epsilon() * largest;
  case DType::f64:
    return 64 * std::numeric_limits<double>::epsilon() * largest;
  default:
    return 0;
  }
}

void expect_as_interpreted(const std::string &text, const std::vector<Literal> &arguments) {
  SCOPED_TRACE(text);
  const std::vector<Literal> expected = interpret(parse_program(text, "text"), arguments);
  const std::vector<Literal> got = executed(text, arguments);
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    ASSERT_EQ(got[i].type(), expected[i].type()) << i;
    EXPECT_LE(difference(expected[i], got[i]).absolute, allowed(expected[i])) << "result " << i;
  }
}

/// Numbers from -3 to 3, or from 1/4 to 3 where `positive`; whole ones of integers.
Literal numbers(const TensorType &type, int seed, bool positive = false) {
  std::vector<double> values;
  for (std::int64_t i = 0; i < type.size(); ++i) {
    const auto step = static_cast<double>((i * 7 + seed * 5) % 25);
    double value = positive ? 0.25 + step * 0.11 : (step - 12) / 4;
    if (is_integer(type.dtype))
      value = positive ? 1 + std::fmod(step, 3) : std::round(value);
    values.push_back(type.dtype == DType::boolean ? (i + seed) % 3 == 0 : value);
  }
  if (values.empty())
    values.push_back(0); // one number for all elements, of which there are none
  return Literal::from_numbers(type, values);
}

const std::vector<Shape> kShapes = {{}, {1}, {7}, {0, 3}, {5, 1}, {13, 11}, {3, 1, 17}, {2, 1031}};
const std::vector<DType> kFloats = {DType::f32, DType::f64},
                         kNumbers = {DType::f32, DType::f64, DType::i32, DType::i64},
                         kAll = {DType::f32, DType::f64, DType::i32, DType::i64, DType::boolean};

std::string type_text(DType type, const Shape &shape) { return to_string(TensorType{type, shape}); }

void try_unary(const std::string &operation, const std::vector<DType> &types, bool positive) {
  for (const DType type : types)
    for (const Shape &shape : kShapes)
      expect_as_interpreted(
          fmt::format("program f(a: {0}) {{\n  b = {1}(a)\n  return b, {1}(b)\n}}\n",
                      type_text(type, shape), operation),
          {numbers({type, shape}, 1, positive)});
}

class OperationsExecuted : public ::testing::Test {
protected:
  void SetUp() override {
    if (testing::runtime().device_count() > 4)
      GTEST_SKIP() << "more ranks take longer, and try nothing else";
  }
};

TEST_F(OperationsExecuted, OfOneOperand) {
  for (const char *operation : {"neg", "relu", "abs", "sign"})
    try_unary(operation, kNumbers, false);
  for (const char *operation : {"tanh", "gelu", "sigmoid", "exp"})
    try_unary(operation, kFloats, false);
  for (const char *operation : {"sqrt", "rsqrt"})
    try_unary(operation, kFloats, true);
  for (const DType type : kFloats)
    for (const Shape &shape : kShapes)
      expect_as_interpreted(
          fmt::format("program f(a: {}) {{\n  return log(a)\n}}\n", type_text(type, shape)),
          {numbers({type, shape}, 1, true)});
}

TEST_F(OperationsExecuted, OfTwoOperands) {
  for (const char *operation :
       {"add", "sub", "mul", "div", "max", "min", "pow", "eq", "lt", "gt"}) {
    const std::string name = operation;
    for (const DType type : kNumbers)
      for (const Shape &shape : kShapes) {
        const bool positive = name == "div" || name == "pow";
        expect_as_interpreted(
            fmt::format("program f(a: {0}, b: {0}, s: {1}) {{\n  c = broadcast(s, {2})\n"
                        "  return {3}(a, b), {3}(a, c), {3}(c, b), {3}(c, c)\n}}\n",
                        type_text(type, shape), type_text(type, {}), to_string(shape), name),
            {numbers({type, shape}, 1, positive), numbers({type, shape}, 2, positive),
             numbers({type, {}}, 3, positive)});
      }
  }
}

TEST_F(OperationsExecuted, SelectAndConvert) {
  for (const DType type : kAll)
    for (const Shape &shape : kShapes) {
      expect_as_interpreted(
          fmt::format("program f(c: {0}, a: {1}, b: {1}) {{\n  return select(c, a, b)\n}}\n",
                      type_text(DType::boolean, shape), type_text(type, shape)),
          {numbers({DType::boolean, shape}, 1), numbers({type, shape}, 2),
           numbers({type, shape}, 3)});
      for (const DType to : kAll)
        expect_as_interpreted(fmt::format("program f(a: {}) {{\n  return convert(a, {})\n}}\n",
                                          type_text(type, shape), to_string(to)),
                              {numbers({type, shape}, 4)});
    }
}

TEST_F(OperationsExecuted, NumbersThatAreNoneAndInfinite) {
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               infinite = std::numeric_limits<double>::infinity();
  for (const DType type : kFloats) {
    std::vector<double> values;
    for (int i = 0; i < 37; ++i)
      values.push_back(i % 5 == 0   ? nan
                       : i % 5 == 1 ? infinite
                       : i % 5 == 2 ? -infinite
                       : i % 5 == 3 ? -0.0
                                    : 1.5);
    std::vector<double> turned(values.rbegin(), values.rend());
    const std::vector<Literal> arguments{Literal::from_numbers({type, {37}}, values),
                                         Literal::from_numbers({type, {37}}, turned)};
    for (const char *operation : {"add", "sub", "mul", "max", "min", "eq", "lt", "gt"})
      expect_as_interpreted(fmt::format("program f(a: {0}[37], b: {0}[37]) {{\n  c = {1}(a, b)\n"
                                        "  return c\n}}\n",
                                        to_string(type), operation),
                            arguments);
    for (const char *operation : {"relu", "neg", "abs", "sign", "tanh", "sigmoid", "exp", "sqrt"})
      expect_as_interpreted(fmt::format("program f(a: {0}[37], b: {0}[37]) {{\n"
                                        "  return {1}(a), add({1}(b), b)\n}}\n",
                                        to_string(type), operation),
                            arguments);
    for (const char *operation : {"sum", "max_reduce", "min_reduce"})
      expect_as_interpreted(fmt::format("program f(a: {0}[37], b: {0}[37]) {{\n"
                                        "  return {1}(a, dims=[0])\n}}\n",
                                        to_string(type), operation),
                            arguments);
    for (const char *to : {"i32", "i64", "bool"})
      expect_as_interpreted(fmt::format("program f(a: {0}[37], b: {0}[37]) {{\n"
                                        "  return convert(a, {1})\n}}\n",
                                        to_string(type), to),
                            arguments);
  }
}

TEST_F(OperationsExecuted, Reductions) {
  struct Case {
    Shape shape;
    std::string dims;
  };
  const std::vector<Case> cases = {{{7}, "[0]"},
                                   {{0, 3}, "[0]"},
                                   {{0, 3}, "[1]"},
                                   {{13, 11}, "[0]"},
                                   {{13, 11}, "[1]"},
                                   {{13, 11}, "[0, 1]"},
                                   {{5, 7, 3}, "[1]"},
                                   {{5, 7, 3}, "[0, 2]"},
                                   {{5, 7, 3}, "[1, 2]"},
                                   {{3, 2053}, "[1]"},
                                   {{3, 2053}, "[0]"},
                                   {{700, 3}, "[0]"},
                                   {{2, 3, 5, 7}, "[0, 2]"},
                                   {{2, 3, 5, 7}, "[1, 3]"},
                                   {{1, 5, 1}, "[0, 2]"}};
  for (const char *operation : {"sum", "max_reduce", "min_reduce"})
    for (const DType type : kNumbers)
      for (const Case &c : cases)
        expect_as_interpreted(fmt::format("program f(a: {0}) {{\n  b = neg(a)\n"
                                          "  return {1}(a, dims={2}), {1}(b, dims={2}), b\n}}\n",
                                          type_text(type, c.shape), operation, c.dims),
                              {numbers({type, c.shape}, 1)});
}

TEST_F(OperationsExecuted, SumsOfManyKeepTheirBits) {
  // At most 512 elements are added in f32, each rounded by half an epsilon; one after the other all
  // of them would be off by more than 1e-4.
  const Literal many = Literal::from_numbers({DType::f32, {300000}}, std::vector{0.1});
  for (const char *text : {"program f(a: f32[300000]) {\n  return sum(a, dims=[0])\n}\n",
                           "program f(a: f32[300000]) {\n  b = reshape(a, [100000, 3])\n"
                           "  return sum(b, dims=[0])\n}\n"}) {
    const Literal expected = interpret(parse_program(text, "text"), std::vector{many})[0];
    EXPECT_LE(difference(expected, executed(text, {many})[0]).absolute,
              512 * 0.5 * std::numeric_limits<float>::epsilon() * expected.number(0));
  }
}

TEST_F(OperationsExecuted, ArgmaxWithTiesAndNumbersThatAreNone) {
  for (const DType type : kNumbers)
    for (const char *dim : {"0", "1", "2"})
      expect_as_interpreted(fmt::format("program f(a: {}) {{\n  return argmax(a, dims=[{}])\n}}\n",
                                        type_text(type, {5, 7, 3}), dim),
                            {numbers({type, {5, 7, 3}}, 1)});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  expect_as_interpreted(
      "program f(a: f32[5]) {\n  return argmax(a, dims=[0])\n}\n",
      {Literal::from_numbers({DType::f32, {5}}, std::vector{1., 3., nan, nan, 9.})});
}

TEST_F(OperationsExecuted, OtherShapesOfTheSameElements) {
  for (const DType type : kAll) {
    const std::string a = type_text(type, {5, 7, 3});
    const std::vector<Literal> argument{numbers({type, {5, 7, 3}}, 1)};
    for (const char *body :
         {"return transpose(a, perm=[2, 0, 1])", "return transpose(a, perm=[0, 2, 1])",
          "return reshape(a, [7, 15])", "return reverse(a, dims=[0, 2])",
          "return slice(a, start=[1, 0, 1], limit=[5, 7, 3], step=[2, 3, 1])",
          "return slice(a, start=[2, 0, 0], limit=[2, 7, 3])",
          "return pad(a, low=[1, 0, 2], high=[0, 3, 1], value=1)",
          "return concat(a, reverse(a, dims=[1]), dim=1)",
          "return broadcast(a, [5, 2, 7, 3], dims=[0, 2, 3])",
          "b = slice(a, start=[0, 0, 0], limit=[1, 7, 3])\n  return broadcast(b, [5, 7, 3], "
          "dims=[0, 1, 2])",
          "b = transpose(reverse(a, dims=[1]), perm=[1, 2, 0])\n  c = slice(b, start=[1, 0, 0], "
          "limit=[6, 3, 5], step=[2, 1, 1])\n  return c, b",
          "b = reshape(transpose(a, perm=[1, 0, 2]), [35, 3])\n  return transpose(b, perm=[1, 0])",
          "return a, a", "return reshape(a, [105]), a"})
      expect_as_interpreted(fmt::format("program f(a: {}) {{\n  {}\n}}\n", a, body), argument);
  }
}

TEST_F(OperationsExecuted, ElementsReadByStridesInTheMiddleOfALoop) {
  for (const DType type : kNumbers) {
    const std::string number = std::string(to_string(type));
    expect_as_interpreted(
        fmt::format("program f(a: {0}[13, 11], r: {0}[11], c: {0}[13], t: {0}[11, 13]) {{\n"
                    "  b = add(a, broadcast(r, [13, 11], dims=[1]))\n"
                    "  d = mul(b, broadcast(c, [13, 11], dims=[0]))\n"
                    "  e = sub(d, transpose(t, perm=[1, 0]))\n"
                    "  g = max(e, const({0}[13, 11], 2))\n"
                    "  h = add(g, convert(iota([13, 11], dim=1), {0}))\n"
                    "  k = select(gt(h, e), h, iota([13, 11], dim=0, type={0}))\n"
                    "  return k, sum(k, dims=[0]), max_reduce(h, dims=[1]), sum(e, dims=[0, 1]), "
                    "transpose(k, perm=[1, 0])\n}}\n",
                    number),
        {numbers({type, {13, 11}}, 1), numbers({type, {11}}, 2), numbers({type, {13}}, 3),
         numbers({type, {11, 13}}, 4)});
  }
}

TEST_F(OperationsExecuted, ReductionsInTheMiddleOfALoop) {
  for (const DType type : kNumbers)
    for (const Shape &shape : {Shape{13, 11}, Shape{2, 1031}})
      expect_as_interpreted(
          fmt::format("program f(a: {0}, b: {0}) {{\n  c = max(a, b)\n  d = sum(c, dims=[0])\n"
                      "  e = add(min(a, b), mul(a, c))\n  g = max_reduce(e, dims=[1])\n"
                      "  h = sub(mul(e, b), c)\n  return d, g, h\n}}\n",
                      type_text(type, shape)),
          {numbers({type, shape}, 1), numbers({type, shape}, 2)});
}

TEST_F(OperationsExecuted, DotInAnyOrderOfDimensions) {
  struct Case {
    Shape left, right;
    std::string attributes;
  };
  const std::vector<Case> cases = {
      {{3, 5}, {5, 7}, ""},
      {{3, 0}, {0, 7}, ""},
      {{0, 5}, {5, 7}, ""},
      {{1, 5}, {5, 1}, ""},
      {{5, 3}, {5, 7}, ", contract=[0],[0]"},
      {{3, 5}, {7, 5}, ", contract=[1],[1]"},
      {{5, 3}, {7, 5}, ", contract=[0],[1]"},
      {{3, 5}, {7}, ", contract=[],[]"},
      {{5}, {5}, ", contract=[0],[0]"},
      {{2, 3, 5}, {2, 5, 7}, ", batch=[0],[0], contract=[2],[1]"},
      {{2, 5, 3}, {2, 7, 5}, ", batch=[0],[0], contract=[1],[2]"},
      {{3, 2, 5}, {5, 7, 2}, ", batch=[1],[2], contract=[2],[0]"},
      {{2, 3, 11, 5}, {2, 7, 11, 5}, ", batch=[0, 2],[0, 2], contract=[3],[3]"},
      {{2, 3, 5, 7}, {7, 5, 11}, ", contract=[2, 3],[1, 0]"},
      {{2, 3, 5, 7}, {5, 7, 11}, ", contract=[2, 3],[0, 1]"},
      {{5, 2, 7, 3}, {5, 11, 7}, ", contract=[0, 2],[0, 2]"},
  };
  for (const DType type : kNumbers)
    for (const Case &c : cases) {
      const std::vector<Literal> arguments{numbers({type, c.left}, 1), numbers({type, c.right}, 2)};
      expect_as_interpreted(fmt::format("program f(a: {}, b: {}) {{\n  return dot(a, b{})\n}}\n",
                                        type_text(type, c.left), type_text(type, c.right),
                                        c.attributes),
                            arguments);
    }
  for (const DType type : kFloats) {
    const std::string number = std::string(to_string(type));
    expect_as_interpreted(
        fmt::format("program f(a: {0}[5, 3], b: {0}[7, 5], r: {0}[5]) {{\n"
                    "  at = transpose(a, perm=[1, 0])\n  bt = transpose(b, perm=[1, 0])\n"
                    "  s = slice(bt, start=[0, 1], limit=[5, 6], step=[1, 2])\n"
                    "  w = broadcast(r, [5, 4], dims=[0])\n"
                    "  return dot(at, bt), dot(at, s), dot(at, reverse(bt, dims=[0])), dot(at, w), "
                    "dot(at, const({0}[5, 2], 0.5)), dot(const({0}[2, 5], [1,2,3,4,5,6,7,8,9,10]), "
                    "a)\n}}\n",
                    number),
        {numbers({type, {5, 3}}, 1), numbers({type, {7, 5}}, 2), numbers({type, {5}}, 3)});
  }
}

TEST_F(OperationsExecuted, RowsOfATable) {
  for (const DType type : kNumbers) {
    const std::string number = std::string(to_string(type));
    expect_as_interpreted(
        fmt::format("program f(table: {0}[7, 3], ids: i32[5], row: {0}[3], i: i64[]) {{\n"
                    "  g = gather(table, ids)\n  u = update_row(table, row, i)\n"
                    "  return g, scatter_add(shape=[7, 3], ids, g), u, add(u, table)\n}}\n",
                    number),
        {numbers({type, {7, 3}}, 1),
         Literal::from_numbers({DType::i32, {5}}, std::vector{1., 6., -1., 1., 7.}),
         numbers({type, {3}}, 2), Literal::from_numbers({DType::i64, {}}, std::vector{4.})});
    expect_as_interpreted(
        fmt::format("program f(table: {0}[4, 3, 2], ids: i64[2, 5], row: {0}[3, 2], i: i32[]) {{\n"
                    "  g = gather(table, ids)\n  u = update_row(table, row, i)\n"
                    "  return g, scatter_add(shape=[4, 3, 2], ids, g), u\n}}\n",
                    number),
        {numbers({type, {4, 3, 2}}, 1),
         Literal::from_numbers({DType::i64, {2, 5}},
                               std::vector{1., 3., -1., 1., 7., 1., 0., 3., 1., 1.}),
         numbers({type, {3, 2}}, 2), Literal::from_numbers({DType::i32, {}}, std::vector{9.})});
  }
  // Half an epsilon of each addition in f32 would be 1e-3 of the sum.
  expect_as_interpreted("program f(ids: i32[30000], rows: f32[30000, 1]) {\n"
                        "  return scatter_add(shape=[2, 1], ids, rows)\n}\n",
                        {Literal::from_numbers({DType::i32, {30000}}, std::vector{1.}),
                         Literal::from_numbers({DType::f32, {30000, 1}}, std::vector{0.1})});
}

TEST_F(OperationsExecuted, WhatIsMadeFromNothing) {
  expect_as_interpreted("program f() {\n  a = iota([3, 5], dim=1)\n"
                        "  b = const(f64[2, 3], [1, 2, 3, 4, 5, 6])\n"
                        "  c = random([4, 7], seed=3, normal=true)\n"
                        "  return a, iota([3, 5], dim=0, type=f32), b, mul(b, b), c, "
                        "const(i64[4], 7), const(bool[3], 1), reverse(a, dims=[1]), "
                        "sum(c, dims=[1])\n}\n",
                        {});
  expect_as_interpreted("program f(n: i32[], m: i64[]) {\n"
                        "  return random([3, 2, 5], n, seed=3, type=f64), "
                        "random([], m, seed=3, normal=true), random([0, 3], seed=1)\n}\n",
                        {Literal::from_numbers({DType::i32, {}}, std::vector{-4.}),
                         Literal::from_numbers({DType::i64, {}}, std::vector{5.})});
}

TEST_F(OperationsExecuted, AnIntegerDividedByZeroIsAnErrorOfItsLine) {
  const std::string text = "program f(a: i32[3], b: i32[3]) {\n  return div(a, b)\n}\n";
  const std::vector<Literal> arguments{numbers({DType::i32, {3}}, 1),
                                       Literal(TensorType{DType::i32, {3}})};
  try {
    (void)executed(text, arguments);
    FAIL() << "divides by zero";
  } catch (const InputError &error) {
    EXPECT_STREQ(error.what(), "text:3:10: div: an integer is divided by zero");
  }
}

// A result that the next operation alone takes is computed with it, unless something is stored in
// between; one that is taken twice, or stored, is computed first.
TEST_F(OperationsExecuted, InPairsOfOneLoop) {
  for (const DType type : kFloats)
    for (const Shape &shape : kShapes) {
      const TensorType tensor{type, shape};
      expect_as_interpreted(
          fmt::format("program f(w: {0}, m: {0}, g: {0}) {{\n"
                      "  a = mul(m, g)\n  b = mul(g, g)\n  c = add(a, b)\n"
                      "  d = sub(w, m)\n  e = add(c, g)\n  h = mul(d, d)\n"
                      "  i = sqrt(h)\n  j = add(i, e)\n  k = sub(g, j)\n  l = relu(k)\n"
                      "  n = mul(c, w)\n  o = sub(n, l)\n  p = mul(m, m)\n  q = add(p, o)\n"
                      "  return c, l, q, sub(w, q)\n}}\n",
                      type_text(type, shape)),
          {numbers(tensor, 1), numbers(tensor, 2), numbers(tensor, 3)});
    }
}

} // namespace
} // namespace brigade
