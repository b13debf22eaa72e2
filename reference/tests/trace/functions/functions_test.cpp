#include "brigade/trace/functions.hpp"

#include "trace/printed.hpp"

#include "brigade/core/error.hpp"
#include "brigade/ir/interpret.hpp"
#include "brigade/trace/trace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace brigade::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Literal literal(Shape shape, const std::vector<double> &numbers, DType type = DType::f64) {
  return Literal::from_numbers({type, std::move(shape)}, numbers);
}

// What a function of one or two arrays gives.
template <class F> Literal run(F f, const Literal &x) {
  return interpret(trace(f, x.type()), std::vector{x}).at(0);
}
template <class F> Literal run(F f, const Literal &x, const Literal &y) {
  return interpret(trace(f, x.type(), y.type()), std::vector{x, y}).at(0);
}

TEST(Functions, OperatorsTakeTensorsAndNumbersInAnyOrder) {
  const Literal x = literal({2}, {1, 4});
  EXPECT_EQ(run([](Tensor a) { return 1.0 - a * 2.0 + 3; }, x), literal({2}, {2, -4}));
  EXPECT_EQ(run([](Tensor a) { return -(8 / a); }, x), literal({2}, {-8, -2}));
  EXPECT_EQ(run([](Tensor a) { return a > 2; }, x), literal({2}, {0, 1}, DType::boolean));
  EXPECT_EQ(run([](Tensor a) { return 2 > a; }, x), literal({2}, {1, 0}, DType::boolean));
  EXPECT_EQ(run([](Tensor a) { return eq(a, 4); }, x), literal({2}, {0, 1}, DType::boolean));
  EXPECT_EQ(run([](Tensor a) { return maximum(a, 2) + minimum(a, 2) + pow(a, 0.5); }, x),
            literal({2}, {4, 8}));
  EXPECT_EQ(run([](Tensor a) { return where(a < 2, a, 7); }, x), literal({2}, {1, 7}));
  EXPECT_EQ(run([](Tensor a) { return a * 2 + 1; }, literal({}, {3}, DType::i32)),
            literal({}, {7}, DType::i32));
}

TEST(Functions, ShapesAreJoinedAsNumPyDoes) {
  const Literal column = literal({2, 1}, {10, 20}), row = literal({3}, {1, 2, 3});
  EXPECT_EQ(run([](Tensor a, Tensor b) { return a + b; }, column, row),
            literal({2, 3}, {11, 12, 13, 21, 22, 23}));
  EXPECT_EQ(run([](Tensor a, Tensor b) { return a - b; }, row, column).shape(), (Shape{2, 3}));
  EXPECT_EQ(run([](Tensor a, Tensor b) { return a * b; }, literal({}, {2}), row),
            literal({3}, {2, 4, 6}));
  EXPECT_EQ(
      run([](Tensor a, Tensor b) { return a * b; }, literal({1, 0}, {0}), literal({3, 1}, {0}))
          .shape(),
      (Shape{3, 0}));
}

TEST(Functions, WhatDoesNotFitIsNamedWithOperationShapesAndLine) {
  const auto add = [](Tensor a, Tensor b) { return a + b; };
  const int line = __LINE__ - 1;
  EXPECT_THAT(
      [&] {
        trace(add, f32({8, 4}), f32({5}));
      },
      ThrowsMessage<InputError>(fmt::format(
          "functions_test.cpp:{}: add(f32[8, 4], f32[5]): dimension 1 from the end has size "
          "4 and 5; sizes must be equal, or one of them 1",
          line)));
  EXPECT_THAT(
      [] {
        trace([](Tensor a, Tensor b) { return matmul(a, b); }, f32({8, 4}), f32({5, 2}));
      },
      ThrowsMessage<InputError>(
          AllOf(HasSubstr("matmul(f32[8, 4], f32[5, 2])"),
                HasSubstr("dimension 1 of the left operand has size 4 and dimension 0 of the "
                          "right one 5"))));
  EXPECT_THAT(
      [] {
        trace([](Tensor a) { return matmul(a, 2); }, f32({8, 4}));
      },
      ThrowsMessage<InputError>(HasSubstr("multiply with *")));
  EXPECT_THAT([] { trace([](Tensor a, Tensor b) { return a * b; }, f32({2}), f64({2})); },
              ThrowsMessage<InputError>(
                  AllOf(HasSubstr("mul(f32[2], f64[2])"), HasSubstr("convert one of them"))));
  EXPECT_THAT(
      [] {
        trace([](Tensor a) { return sum(a, {2}); }, f32({8, 4}));
      },
      ThrowsMessage<InputError>(HasSubstr("sum(f32[8, 4]): dims names dimension 2")));
  EXPECT_THAT([] { trace([](Tensor a) { return a * 2.5; }, i32({2})); },
              ThrowsMessage<InputError>(HasSubstr("mul(i32[2], 2.5): 2.5 is no i32")));
  EXPECT_THAT(
      [] {
        trace([](Tensor a) { return reshape(a, {3, -1}); }, f32({8}));
      },
      ThrowsMessage<InputError>(HasSubstr("reshape(f32[8])")));
  EXPECT_THAT(
      [] {
        trace([](Tensor a) { return broadcast_to(a, {8}); }, f32({8, 1}));
      },
      ThrowsMessage<InputError>(HasSubstr("[8] has fewer dimensions")));
}

TEST(Functions, MatmulOfVectorsMatricesAndBatches) {
  const Literal matrix = literal({2, 3}, {1, 2, 3, 4, 5, 6}), three = literal({3}, {1, 0, 2}),
                two = literal({2}, {1, -1});
  const auto product = [](Tensor a, Tensor b) { return matmul(a, b); };
  EXPECT_EQ(run(product, matrix, three), literal({2}, {7, 16}));
  EXPECT_EQ(run(product, two, matrix), literal({3}, {-3, -3, -3}));
  EXPECT_EQ(run(product, three, three), literal({}, {5}));
  const Literal batch = literal({2, 2, 2}, {1, 0, 0, 1, 0, 1, 1, 0});
  EXPECT_EQ(run(product, batch, matrix), literal({2, 2, 3}, {1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3}));
  EXPECT_EQ(run(product, batch, batch), literal({2, 2, 2}, {1, 0, 0, 1, 1, 0, 0, 1}));
  EXPECT_EQ(run(product, two, batch), literal({2, 2}, {1, -1, -1, 1}));
  EXPECT_EQ(run(product, literal({1, 2}, {1, -1}), batch), literal({2, 1, 2}, {1, -1, -1, 1}));
  EXPECT_EQ(run(product, literal({3, 1, 1, 2}, {1}), batch).shape(), (Shape{3, 2, 1, 2}));
  EXPECT_THAT(
      [&] {
        trace(product, f32({2, 4, 4}), f32({3, 4, 4}));
      },
      ThrowsMessage<InputError>(HasSubstr("cannot be broadcast together")));
}

TEST(Functions, EinsumSumsOverLettersThatAreNotBehindTheArrow) {
  const Literal x = literal({2, 3}, {1, 2, 3, 4, 5, 6}), square = literal({2, 2}, {1, 2, 3, 4});
  EXPECT_EQ(run([](Tensor a, Tensor b) { return einsum(a, b, "ij,ik->jk"); }, x, square),
            literal({3, 2}, {13, 18, 17, 24, 21, 30}));
  EXPECT_EQ(run([](Tensor a) { return einsum(a, "ii->"); }, square), literal({}, {5}));
  EXPECT_THAT(
      [&] {
        trace([](Tensor a) { return einsum(a, "ijk->"); }, f32({2, 2}));
      },
      ThrowsMessage<InputError>(HasSubstr("functions_test.cpp:")));
}

TEST(Functions, TheMeanOfWholeNumbersIsNotCutOff) {
  EXPECT_THAT(
      [] { (void)run([](Tensor a) { return mean(a); }, literal({4}, {1, 2, 4, 4}, DType::i32)); },
      ThrowsMessage<InputError>(
          AllOf(HasSubstr("functions_test.cpp:"),
                HasSubstr("mean(i32[4]): the mean of i32 elements is seldom an i32; convert the "
                          "Tensor to f32 first"))));
}

TEST(Functions, ReductionsTakeDimensionsFromBothEndsAndKeepThemWhereAsked) {
  const Literal x = literal({2, 3}, {1, 5, 3, 6, 2, 4});
  EXPECT_EQ(run([](Tensor a) { return sum(a); }, x), literal({}, {21}));
  EXPECT_EQ(run([](Tensor a) { return sum(a, {-1}); }, x), literal({2}, {9, 12}));
  EXPECT_EQ(run([](Tensor a) { return sum(a, {-1, 0}); }, x), literal({}, {21}));
  EXPECT_EQ(run([](Tensor a) { return mean(a, {1}, {.keep_dims = true}); }, x),
            literal({2, 1}, {3, 4}));
  EXPECT_EQ(run([](Tensor a) { return mean(a); }, x), literal({}, {3.5}));
  EXPECT_EQ(run([](Tensor a) { return max(a, {0}) - min(a, {0}); }, x), literal({3}, {5, 3, 1}));
  EXPECT_EQ(run([](Tensor a) { return max(a) + min(a); }, x), literal({}, {7}));
  EXPECT_EQ(run([](Tensor a) { return argmax(a, -1); }, x), literal({2}, {1, 0}, DType::i32));
}

TEST(Functions, SoftmaxAndItsLogarithmsNeitherOverflowNorVanish) {
  const Literal x = literal({2, 2}, {1000, 1000, -1000, 0});
  EXPECT_EQ(run([](Tensor a) { return softmax(a, -1); }, x), literal({2, 2}, {0.5, 0.5, 0, 1}));
  EXPECT_EQ(run([](Tensor a) { return log_softmax(a, 1); }, x),
            literal({2, 2}, {std::log(0.5), std::log(0.5), -1000, 0}));
  EXPECT_EQ(run([](Tensor a) { return logsumexp(a, 1); }, x),
            literal({2}, {1000 + std::log(2.0), 0}));
  EXPECT_EQ(run([](Tensor a) { return logsumexp(a, 0, {.keep_dims = true}); },
                literal({2, 2}, {-kInfinity, kInfinity, -kInfinity, 0})),
            literal({1, 2}, {-kInfinity, kInfinity}));
}

TEST(Functions, ShapesChange) {
  const Literal x = literal({2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(run([](Tensor a) { return transpose(a); }, x), literal({3, 2}, {1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(run(
                [](Tensor a) {
                  return reshape(a, {-1, 2});
                },
                x),
            literal({3, 2}, {1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(run(
                [](Tensor a) {
                  return concat({a, a}, -1);
                },
                x),
            literal({2, 6}, {1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6}));
  EXPECT_EQ(run(
                [](Tensor a) {
                  return slice(a, {0, 0}, {2, 3}, {1, 2});
                },
                x),
            literal({2, 2}, {1, 3, 4, 6}));
  EXPECT_EQ(run(
                [](Tensor a) {
                  return pad(reverse(a, {-1}), {0, 1}, {0, 0}, 9);
                },
                x),
            literal({2, 4}, {9, 3, 2, 1, 9, 6, 5, 4}));
  // What would change nothing is not recorded.
  const auto nothing = [](Tensor a) {
    return convert(transpose(reshape(broadcast_to(a, {2, 3}), {2, 3}), {0, 1}), DType::f64);
  };
  EXPECT_TRUE(trace(nothing, x.type()).main().instructions.empty());
}

TEST(Functions, RowsOfTables) {
  const Literal ids = literal({2}, {1, 0}, DType::i32), table = literal({2, 2}, {1, 2, 3, 4});
  EXPECT_EQ(run([](Tensor i) { return one_hot(i, 3, DType::f64); }, ids),
            literal({2, 3}, {0, 1, 0, 1, 0, 0}));
  EXPECT_EQ(run([](Tensor t, Tensor i) { return gather(t, i); }, table, ids),
            literal({2, 2}, {3, 4, 1, 2}));
  EXPECT_EQ(run(
                [](Tensor t, Tensor i) {
                  return scatter_add({3, 2}, i, t);
                },
                table, ids),
            literal({3, 2}, {3, 4, 1, 2, 0, 0}));
  EXPECT_EQ(run([](Tensor t, Tensor i) { return update_row(t, t.size(0) * sum(t, {0}), i); }, table,
                literal({}, {1}, DType::i64)),
            literal({2, 2}, {1, 2, 8, 12}));
}

TEST(Functions, RandomNumbersDependOnSeedStreamAndStep) {
  const auto draw = [](RandomKey key) {
    return interpret(trace([=] { return random_normal({4}, key); }), {}).at(0);
  };
  EXPECT_EQ(draw({.seed = 1}), draw({.seed = 1}));
  EXPECT_NE(draw({.seed = 1}), draw({.seed = 2}));
  EXPECT_NE(draw({.seed = 1}), draw({.seed = 1, .stream = 1}));
  const auto by_step = [](Tensor step) {
    return random_uniform({4}, {.seed = 1, .fold_in = step});
  };
  EXPECT_NE(run(by_step, literal({}, {1}, DType::i32)), run(by_step, literal({}, {2}, DType::i32)));
}

} // namespace
} // namespace brigade::testing
