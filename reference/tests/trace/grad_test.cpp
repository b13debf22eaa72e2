#include "brigade/trace/grad.hpp"

#include "trace/finite_differences.hpp"
#include "trace/printed.hpp"

#include "brigade/core/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

namespace brigade::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

Literal scalar(double number) { return Literal::from_numbers(f64({}), std::vector{number}); }

// The results of a function of one scalar.
template <class F> std::vector<double> at(F f, double x) {
  std::vector<double> numbers;
  for (const Literal &result : interpret(trace(f, f64({})), std::vector{scalar(x)}))
    numbers.push_back(result.number(0));
  return numbers;
}

TEST(Grad, OfHigherOrder) {
  const auto cube = [](Tensor x) { return x * x * x; };
  EXPECT_THAT(at(grad(cube), 2), ElementsAre(12));
  EXPECT_THAT(at(grad(grad(cube)), 2), ElementsAre(12));
  EXPECT_THAT(at(grad(grad(grad(cube))), 2), ElementsAre(6));
  EXPECT_THAT(at(grad(grad(grad(grad(cube)))), 2), ElementsAre(0));
  // One inside the other: d/dx (x * d/dy (x y^2)) at y = x.
  const auto nested = [](Tensor x) {
    const auto inner = [x](Tensor y) { return x * y * y; };
    return x * grad(inner)(x);
  };
  EXPECT_THAT(at(nested, 3), ElementsAre(3 * 2 * 9));
  EXPECT_THAT(at(grad(nested), 3), ElementsAre(6 * 9)); // of 2 x^3
}

TEST(Grad, WhatAFunctionHasFromElsewhereIsConstantEvenIfItIsTheSameValue) {
  const auto f = [](Tensor x) {
    const auto inner = [x](Tensor y) { return x * y; };
    return grad(inner)(x);
  };
  EXPECT_THAT(at(f, 5), ElementsAre(5));
  const auto twice = [](Tensor x) {
    return value_and_grad([x](Tensor y) { return y * x + y; })(x);
  };
  EXPECT_THAT(at(twice, 5), ElementsAre(30, 6));
}

TEST(Grad, StopGradientHoldsAValueConstant) {
  EXPECT_THAT(at(grad([](Tensor x) { return x * stop_gradient(x * x); }), 3), ElementsAre(9));
  EXPECT_THAT(at(grad([](Tensor x) { return stop_gradient(x); }), 3), ElementsAre(0));
}

TEST(Grad, BySeveralArgumentsIsATuple) {
  const auto f = [](Tensor x, Tensor y, Tensor z) { return x * y * y + z; };
  const std::vector<Literal> arguments{scalar(2), scalar(3), scalar(4)};
  const auto results = [&](auto g) {
    std::vector<double> numbers;
    for (const Literal &result : interpret(trace(g, f64({}), f64({}), f64({})), arguments))
      numbers.push_back(result.number(0));
    return numbers;
  };
  EXPECT_THAT(results(grad(f)), ElementsAre(9));
  EXPECT_THAT(results(grad(f, argnums<1>)), ElementsAre(12));
  EXPECT_THAT(results(grad(f, argnums<2, 0>)), ElementsAre(1, 9));
  EXPECT_THAT(results(value_and_grad(f, argnums<0, 1, 2>)), ElementsAre(22, 9, 12, 1));
}

TEST(Grad, WithMoreThanALoss) {
  struct More {
    Tensor square, count;
  };
  const auto f = [](Tensor x) {
    return std::pair(x * x * x, More{x * x, full({}, 7, DType::i32)});
  };
  EXPECT_THAT(at(grad(f, has_aux), 2), ElementsAre(12, 4, 7));
  EXPECT_THAT(at(value_and_grad(f, has_aux), 2), ElementsAre(8, 4, 7, 12));
  EXPECT_THAT(at(grad(f, argnums<0>, has_aux), 2), ElementsAre(12, 4, 7));
}

template <class T> struct Layer { T w, b; };
template <class T> struct Model {
  Layer<T> first;
  std::vector<Layer<T>> rest;
};

Tensor cross_entropy(Model<Tensor> model, Tensor x, Tensor labels) {
  Tensor h = gelu(matmul(x, model.first.w) + model.first.b);
  for (const Layer<Tensor> &layer : model.rest)
    h = matmul(tanh(h), layer.w) + layer.b;
  const Tensor picked = log_softmax(h, -1) * one_hot(labels, h.size(-1), h.dtype());
  return -mean(sum(picked, {-1}));
}

TEST(Grad, OfAnMlpAgreesWithDifferences) {
  const Model<TensorType> model{{f64({5, 7}), f64({7})},
                                {{f64({7, 7}), f64({7})}, {f64({7, 3}), f64({3})}}};
  const TensorType x = f64({4, 5}), labels = i32({4});
  std::mt19937 random(3);
  std::vector<Literal> numbers,
      others{random_literal(x.shape, random),
             Literal::from_numbers(labels, std::vector<double>{2, 0, 1, 2})};
  for (const TensorType &type : leaves<TensorType>(model))
    numbers.push_back(random_literal(type.shape, random));
  const Program gradients = trace(grad(cross_entropy), model, x, labels);
  expect_close_to_differences(trace(cross_entropy, model, x, labels), gradients, numbers, others,
                              1e-9);
  // The gradients are like the model, in its order.
  EXPECT_EQ(gradients.main().results.size(), 6U);
  EXPECT_THAT(parameter_names(gradients),
              ElementsAre("model.first.w", "model.first.b", "model.rest.0.w", "model.rest.0.b",
                          "model.rest.1.w", "model.rest.1.b", "arg1", "arg2"));
}

TEST(Grad, OfAMatrixProductNeedsNoTransposedResult) {
  const auto f = [](Tensor x, Tensor w) { return sum(matmul(x, w)); };
  const Program program = trace(grad(f, argnums<0, 1>), f32({4, 5}), f32({5, 3}));
  EXPECT_EQ(count(program.main(), Operation::dot), 2);
  EXPECT_EQ(count(program.main(), Operation::transpose), 0);
}

TEST(Grad, OfWhatTheLossDoesNotUseIsZero) {
  const auto f = [](Tensor, Tensor y) { return sum(y); };
  const Program program = trace(grad(f), f64({2}), f64({3}));
  const std::vector<Literal> arguments{Literal(f64({2})), Literal(f64({3}))};
  EXPECT_EQ(interpret(program, arguments).at(0), Literal(f64({2})));
}

TEST(Grad, InstructionsComeFromTheLineOfTheOperationThatTheyDifferentiate) {
  int line = 0;
  const auto f = [&](Tensor x) {
    line = __LINE__ + 1;
    return sum(tanh(x));
  };
  const Program program = trace(grad(f), f32({2}));
  const Instruction &last = program.main().instructions.back();
  EXPECT_EQ(last.operation, Operation::mul);
  EXPECT_EQ(last.source, (SourceLine{"grad_test.cpp", line}));
}

TEST(Grad, ACotangentLiesAsItsValueDoesAndIsWholeWhereThatIsASumYetToBeMade) {
  const Mesh mesh(create_device_mesh({2, 2}), {"x", "y"});
  TensorSharding partial = tensor_sharding(P("x"), 1);
  partial.unreduced = {"y"};
  const auto f = [&](Tensor a) { return sum(exp(with_sharding_constraint(a, partial))); };
  const Program program = trace({.mesh = mesh}, grad(f), f32({4}));
  const Instruction &last = program.main().instructions.back();
  ASSERT_EQ(last.operation, Operation::constraint);
  EXPECT_EQ(to_string(std::get<ConstraintAttributes>(last.attributes).sharding), "[x]");
}

TEST(Grad, WhatIsWrongIsNamedWithTheLine) {
  const auto not_scalar = grad([](Tensor x) { return x * 2; });
  const int line = __LINE__ - 1;
  EXPECT_THAT(
      [&] { trace(not_scalar, f32({3})); },
      ThrowsMessage<InputError>(fmt::format("grad_test.cpp:{}: grad: the loss must be a scalar, "
                                            "and is f32[3]; take its sum or its mean",
                                            line)));
  EXPECT_THAT([] { trace(grad([](Tensor x) { return argmax(x, 0); }), f32({3})); },
              ThrowsMessage<InputError>(HasSubstr("the loss must be f32 or f64, and is i32[]")));
  EXPECT_THAT([] { trace(grad([](Tensor x) { return sum(x); }), i32({3})); },
              ThrowsMessage<InputError>(HasSubstr(
                  "grad: there is no derivative by arg0, a i32[3]; name the arguments of f32 "
                  "or f64 by argnums<…>")));
  const auto of_model = [](Model<Tensor> model) { return sum(model.first.w); };
  EXPECT_THAT(
      [&] {
        trace(grad(of_model), Model<TensorType>{{f32({2}), i32({2})}, {}});
      },
      ThrowsMessage<InputError>(HasSubstr("there is no derivative by model.first.b, a i32[2]")));
  EXPECT_THAT([] { grad([](Tensor x) { return sum(x); })(Tensor()); },
              ThrowsMessage<InputError>(HasSubstr("a Tensor without a value")));
}

} // namespace
} // namespace brigade::testing
