#include "brigade/nn/optimizer/adam.hpp"
#include "brigade/nn/optimizer/momentum.hpp"
#include "brigade/nn/optimizer/sgd.hpp"

#include "nn/interpreted.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace brigade::nn {
namespace {

using namespace brigade::testing;

template <class T> struct Params {
  T a;
  std::vector<T> more;
};
const Params<TensorType> kTypes{{DType::f64, {2}}, {{DType::f64, {}}}};

// Some parameters, in the order of the leaves, and gradients of step n.
const std::vector<double> kFirst{1, -2, 0.5};
double gradient_of(std::size_t parameter, int step) {
  return std::sin(static_cast<double>(parameter) + 2.0 * step);
}

Params<Tensor> gradients_of(const Params<Tensor> &like, int step) {
  const auto at = [&](std::size_t i, Shape shape) {
    return full(shape, gradient_of(i, step), DType::f64);
  };
  const Tensor both = concat({at(0, {1}), at(1, {1})}, 0);
  return {both, {at(2, like.more[0].shape())}};
}

constexpr int kSteps = 4;

// All steps in one program: what remains is compared with the formulas, number by number.
template <class Steps> std::vector<double> after_steps(Steps steps) {
  const auto results = interpreted(
      steps, {f64_literal({2}, {kFirst[0], kFirst[1]}), f64_literal({}, {kFirst[2]})}, kTypes);
  std::vector<double> numbers;
  for (const Literal &result : results)
    for (const double number : numbers_of(result))
      numbers.push_back(number);
  return numbers;
}

constexpr double kAllowed = 100 * std::numeric_limits<double>::epsilon();

TEST(Sgd, GoesAgainstTheGradient) {
  const std::vector<double> got = after_steps([](Params<Tensor> params) {
    for (int step = 0; step < kSteps; ++step)
      params = sgd(params, gradients_of(params, step), 0.25);
    return params;
  });
  for (std::size_t i = 0; i < 3; ++i) {
    double expected = kFirst[i];
    for (int step = 0; step < kSteps; ++step)
      expected -= 0.25 * gradient_of(i, step);
    EXPECT_NEAR(got[i], expected, kAllowed);
  }
}

TEST(Momentum, KeepsAPartOfTheVelocity) {
  const std::vector<double> got = after_steps([](Params<Tensor> params) {
    auto state = momentum_state(params);
    for (int step = 0; step < kSteps; ++step) {
      const auto after = momentum_step(params, gradients_of(params, step), state,
                                       {.learning_rate = 0.25, .momentum = 0.75});
      params = after.parameters;
      state = after.state;
    }
    return params;
  });
  for (std::size_t i = 0; i < 3; ++i) {
    double expected = kFirst[i], velocity = 0;
    for (int step = 0; step < kSteps; ++step) {
      velocity = 0.75 * velocity + gradient_of(i, step);
      expected -= 0.25 * velocity;
    }
    EXPECT_NEAR(got[i], expected, kAllowed);
  }
}

TEST(Adam, FollowsItsPaper) {
  const AdamOptions options{.learning_rate = 0.01};
  const std::vector<double> got = after_steps([options](Params<Tensor> params) {
    auto state = adam_state(params);
    for (int step = 0; step < kSteps; ++step) {
      const auto after = adam_step(params, gradients_of(params, step), state, options);
      params = after.parameters;
      state = after.state;
    }
    return std::pair(params, state.steps);
  });
  for (std::size_t i = 0; i < 3; ++i) {
    double expected = kFirst[i], mean = 0, square = 0;
    for (int step = 0; step < kSteps; ++step) {
      const double g = gradient_of(i, step);
      mean = options.beta1 * mean + (1 - options.beta1) * g;
      square = options.beta2 * square + (1 - options.beta2) * g * g;
      const double unbiased_mean = mean / (1 - std::pow(options.beta1, step + 1));
      const double unbiased_square = square / (1 - std::pow(options.beta2, step + 1));
      expected -=
          options.learning_rate * unbiased_mean / (std::sqrt(unbiased_square) + options.epsilon);
    }
    EXPECT_NEAR(got[i], expected, kAllowed);
  }
  EXPECT_EQ(got[3], kSteps);
}

} // namespace
} // namespace brigade::nn
