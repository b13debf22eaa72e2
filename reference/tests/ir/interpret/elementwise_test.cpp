#include "ir/literals.hpp"

#include "brigade/core/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace brigade::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct UnaryCase {
  Operation operation;
  double x, expected;
};

// The numbers are not from the interpreter: exp(1) = 2.718…, tanh(1) = 0.7615…, and so on.
const UnaryCase kUnaryCases[] = {
    {Operation::neg, 1.5, -1.5},
    {Operation::relu, 2.5, 2.5},
    {Operation::relu, -2.5, 0},
    {Operation::relu, 0, 0},
    {Operation::tanh, 1, 0.76159415595576488},
    {Operation::tanh, -1, -0.76159415595576488},
    {Operation::gelu, 1,
     0.84119199060827673}, // of the tanh approximation; the exact one is 0.84134
    {Operation::gelu, -2, -0.04540230591222494},
    {Operation::gelu, 0, 0},
    {Operation::sigmoid, 0, 0.5},
    {Operation::sigmoid, 2, 0.88079707797788244},
    {Operation::sigmoid, -2, 0.11920292202211756},
    {Operation::sigmoid, -1000, 0},
    {Operation::sigmoid, 1000, 1},
    {Operation::exp, 1, 2.7182818284590452},
    {Operation::exp, -kInfinity, 0},
    {Operation::log, 10, 2.3025850929940457},
    {Operation::log, 0, -kInfinity},
    {Operation::sqrt, 2, 1.4142135623730951},
    {Operation::rsqrt, 4, 0.5},
    {Operation::rsqrt, 0, kInfinity},
    {Operation::abs, -3.5, 3.5},
    {Operation::abs, 3.5, 3.5},
    {Operation::sign, -7, -1},
    {Operation::sign, 0, 0},
    {Operation::sign, 7, 1},
    {Operation::stop_gradient, 1.25, 1.25},
};

TEST(InterpretElementwise, FunctionsOfOneNumberHaveTheirKnownValues) {
  for (const UnaryCase &c : kUnaryCases)
    for (const DType dtype : {DType::f32, DType::f64}) {
      const double got = evaluate_one(c.operation, {literal(dtype, {}, {c.x})}).number(0);
      const double allowed = dtype == DType::f32 ? 1e-7 : 2e-16;
      if (std::isinf(c.expected))
        EXPECT_EQ(got, c.expected) << to_string(c.operation) << " " << c.x;
      else
        EXPECT_NEAR(got, c.expected, allowed * std::abs(c.expected))
            << to_string(c.operation) << " " << c.x;
    }
}

TEST(InterpretElementwise, IntegersHaveTheFunctionsThatAreDefinedForThem) {
  for (const DType dtype : {DType::i32, DType::i64}) {
    const Literal x = literal(dtype, {3}, {-3, 0, 5});
    EXPECT_THAT(numbers(evaluate_one(Operation::neg, {x})), ElementsAre(3, 0, -5));
    EXPECT_THAT(numbers(evaluate_one(Operation::abs, {x})), ElementsAre(3, 0, 5));
    EXPECT_THAT(numbers(evaluate_one(Operation::sign, {x})), ElementsAre(-1, 0, 1));
    EXPECT_THAT(numbers(evaluate_one(Operation::relu, {x})), ElementsAre(0, 0, 5));
    EXPECT_THROW(evaluate_one(Operation::exp, {x}), InputError);
  }
}

TEST(InterpretElementwise, WhatIsNotANumberStaysSo) {
  for (const DType dtype : {DType::f32, DType::f64}) {
    const Literal nan = literal(dtype, {}, {kNan}), one = literal(dtype, {}, {1});
    for (const UnaryCase &c : kUnaryCases)
      EXPECT_TRUE(std::isnan(evaluate_one(c.operation, {nan}).number(0))) << to_string(c.operation);
    for (const Operation operation : {Operation::add, Operation::sub, Operation::mul,
                                      Operation::div, Operation::max, Operation::min}) {
      EXPECT_TRUE(std::isnan(evaluate_one(operation, {nan, one}).number(0)));
      EXPECT_TRUE(std::isnan(evaluate_one(operation, {one, nan}).number(0)));
    }
  }
}

TEST(InterpretElementwise, ArithmeticOfTwoOperands) {
  for (const DType dtype : kNumberTypes) {
    const Literal a = literal(dtype, {2, 2}, {7, -8, 3, 0}),
                  b = literal(dtype, {2, 2}, {2, 4, 3, 5});
    const auto of = [&](Operation operation) { return numbers(evaluate_one(operation, {a, b})); };
    EXPECT_THAT(of(Operation::add), ElementsAre(9, -4, 6, 5));
    EXPECT_THAT(of(Operation::sub), ElementsAre(5, -12, 0, -5));
    EXPECT_THAT(of(Operation::mul), ElementsAre(14, -32, 9, 0));
    EXPECT_THAT(of(Operation::div), ElementsAre(is_floating(dtype) ? 3.5 : 3, -2, 1, 0));
    EXPECT_THAT(of(Operation::max), ElementsAre(7, 4, 3, 5));
    EXPECT_THAT(of(Operation::min), ElementsAre(2, -8, 3, 0));
    EXPECT_THAT(of(Operation::pow), ElementsAre(49, 4096, 27, 0));
    EXPECT_THAT(of(Operation::eq), ElementsAre(0, 0, 1, 0));
    EXPECT_THAT(of(Operation::lt), ElementsAre(0, 1, 0, 1));
    EXPECT_THAT(of(Operation::gt), ElementsAre(1, 0, 0, 0));
    EXPECT_EQ(evaluate_one(Operation::lt, {a, b}).type(), (TensorType{DType::boolean, {2, 2}}));
  }
}

TEST(InterpretElementwise, IntegersWrapAndDivisionTruncates) {
  const Literal most = Literal({DType::i32, {}}, std::vector<std::int32_t>{2147483647});
  const Literal least = Literal(
      {DType::i64, {}}, std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::min()});
  const Literal two = literal(DType::i32, {}, {2}), minus_one = literal(DType::i64, {}, {-1});
  EXPECT_EQ(evaluate_one(Operation::add, {most, two}).as<std::int32_t>()[0], -2147483647);
  EXPECT_EQ(evaluate_one(Operation::mul, {most, two}).as<std::int32_t>()[0], -2);
  EXPECT_EQ(evaluate_one(Operation::neg, {least}), least);
  EXPECT_EQ(evaluate_one(Operation::abs, {least}), least);
  EXPECT_EQ(evaluate_one(Operation::div, {least, minus_one}), least);
  EXPECT_THAT(numbers(evaluate_one(Operation::div, {literal(DType::i32, {2}, {-7, 7}),
                                                    literal(DType::i32, {2}, {2, -2})})),
              ElementsAre(-3, -3));
  EXPECT_THAT(numbers(evaluate_one(Operation::pow, {literal(DType::i32, {4}, {1, -1, -1, 5}),
                                                    literal(DType::i32, {4}, {-3, -3, -2, -1})})),
              ElementsAre(1, -1, 1, 0));
}

TEST(InterpretElementwise, AnIntegerDividedByZeroIsAnErrorThatNamesTheLine) {
  const Literal one = literal(DType::i32, {}, {1}), zero = literal(DType::i32, {}, {0});
  const Literal operands[] = {one, zero};
  EXPECT_THAT(
      [&] {
        evaluate({.operation = Operation::div, .source = {"mlp.cpp", 12}}, operands);
      },
      ThrowsMessage<InputError>("mlp.cpp:12: div: an integer is divided by zero"));
  EXPECT_EQ(
      evaluate_one(Operation::div, {literal(DType::f32, {}, {1}), literal(DType::f32, {}, {0})})
          .number(0),
      kInfinity);
}

TEST(InterpretElementwise, EveryTypeIsConvertedToEveryOther) {
  for (const DType from : kAllTypes)
    for (const DType to : kAllTypes)
      EXPECT_EQ(
          evaluate_one(Operation::convert, {literal(from, {2}, {1, 0})}, ConvertAttributes{to}),
          literal(to, {2}, {1, 0}));
  const auto converted = [](std::vector<double> numbers, DType to) {
    const auto size = static_cast<std::int64_t>(numbers.size());
    return testing::numbers(evaluate_one(Operation::convert, {literal(DType::f64, {size}, numbers)},
                                         ConvertAttributes{to}));
  };
  EXPECT_THAT(converted({2.9, -2.9, 1e20, -1e20, kNan}, DType::i32),
              ElementsAre(2, -2, 2147483647, -2147483648.0, 0));
  EXPECT_THAT(converted({1e30, -1e30}, DType::i64), ElementsAre(0x1p63, -0x1p63));
  EXPECT_THAT(converted({0.25, 0, -3}, DType::boolean), ElementsAre(1, 0, 1));
  EXPECT_THAT(converted({0.1}, DType::f32), ElementsAre(static_cast<double>(0.1F)));
}

TEST(InterpretElementwise, SelectTakesFromTheFirstWhereTrue) {
  for (const DType dtype : kAllTypes)
    EXPECT_EQ(evaluate_one(Operation::select,
                           {literal(DType::boolean, {3}, {1, 0, 1}), literal(dtype, {3}, {1, 1, 0}),
                            literal(dtype, {3}, {0, 0, 1})}),
              literal(dtype, {3}, {1, 0, 0}));
}

TEST(InterpretElementwise, BoolsCompareAsFalseBelowTrue) {
  const Literal a = literal(DType::boolean, {3}, {0, 1, 1}),
                b = literal(DType::boolean, {3}, {1, 1, 0});
  EXPECT_THAT(numbers(evaluate_one(Operation::eq, {a, b})), ElementsAre(0, 1, 0));
  EXPECT_THAT(numbers(evaluate_one(Operation::lt, {a, b})), ElementsAre(1, 0, 0));
  EXPECT_THAT(numbers(evaluate_one(Operation::gt, {a, b})), ElementsAre(0, 0, 1));
}

TEST(InterpretElementwise, NothingStaysNothing) {
  for (const DType dtype : kNumberTypes) {
    const Literal nothing(TensorType{dtype, {3, 0}});
    EXPECT_EQ(evaluate_one(Operation::neg, {nothing}), nothing);
    EXPECT_EQ(evaluate_one(Operation::div, {nothing, nothing}), nothing);
    EXPECT_EQ(evaluate_one(Operation::eq, {nothing, nothing}).shape(), (Shape{3, 0}));
  }
}

} // namespace
} // namespace brigade::testing
