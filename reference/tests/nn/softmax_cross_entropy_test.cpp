#include "brigade/nn/softmax_cross_entropy.hpp"

#include "nn/interpreted.hpp"

#include "brigade/trace/grad.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace brigade::nn {
namespace {

using namespace brigade::testing;
using ::testing::DoubleNear;
using ::testing::Pointwise;

const std::vector<double> kLogits{0.5, -1, 2, 1, 1, -3};
const std::vector<double> kLabels{2, 0};

Tensor loss(Tensor logits, Tensor labels) { return softmax_cross_entropy(logits, labels); }

// By the definition, in double.
std::vector<double> softmax_of(const std::vector<double> &row) {
  double sum = 0;
  for (const double logit : row)
    sum += std::exp(logit);
  std::vector<double> shares;
  for (const double logit : row)
    shares.push_back(std::exp(logit) / sum);
  return shares;
}

TEST(SoftmaxCrossEntropy, IsTheMeanOfMinusTheLogarithmOfTheLabelsShare) {
  const auto results = interpreted(loss, {f64_literal({2, 3}, kLogits), i32_literal({2}, kLabels)},
                                   TensorType{DType::f64, {2, 3}}, TensorType{DType::i32, {2}});
  const double expected =
      -(std::log(softmax_of({0.5, -1, 2})[2]) + std::log(softmax_of({1, 1, -3})[0])) / 2;
  EXPECT_NEAR(results[0].number(0), expected, 8 * std::numeric_limits<double>::epsilon());
}

TEST(SoftmaxCrossEntropy, HasSharesLessOneAtTheLabelAsDerivative) {
  const auto results =
      interpreted(grad(loss), {f64_literal({2, 3}, kLogits), i32_literal({2}, kLabels)},
                  TensorType{DType::f64, {2, 3}}, TensorType{DType::i32, {2}});
  std::vector<double> expected;
  for (const double share : softmax_of({0.5, -1, 2}))
    expected.push_back(share / 2);
  for (const double share : softmax_of({1, 1, -3}))
    expected.push_back(share / 2);
  expected[2] -= 0.5;
  expected[3] -= 0.5;
  EXPECT_THAT(numbers_of(results[0]),
              Pointwise(DoubleNear(8 * std::numeric_limits<double>::epsilon()), expected));
}

TEST(SoftmaxCrossEntropy, DoesNotOverflow) {
  const auto results =
      interpreted(value_and_grad(loss),
                  {f32_literal({2, 2}, {3e38, -3e38, -1e4, 1e4}), i32_literal({2}, {0, 0})},
                  TensorType{DType::f32, {2, 2}}, TensorType{DType::i32, {2}});
  EXPECT_EQ(results[0].number(0), 1e4); // nothing for the first row, 2e4 for the second
  EXPECT_THAT(numbers_of(results[1]), ::testing::ElementsAre(0, 0, -0.5, 0.5));
}

TEST(SoftmaxCrossEntropy, IsNotFiniteWhereALogitIsNotANumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto results = interpreted(loss, {f32_literal({1, 2}, {nan, 1}), i32_literal({1}, {1})},
                                   TensorType{DType::f32, {1, 2}}, TensorType{DType::i32, {1}});
  EXPECT_FALSE(std::isfinite(results[0].number(0)));
}

TEST(CountCorrect, CountsRowsWhoseLargestLogitIsTheLabels) {
  const auto correct = [](Tensor logits, Tensor labels) { return count_correct(logits, labels); };
  // Of equal ones the first counts: the last row predicts 0.
  const auto results = interpreted(
      correct,
      {f32_literal({4, 3}, {1, 2, 0, 5, 2, 0, 1, 2, 3, 7, 7, 0}), i32_literal({4}, {1, 1, 2, 1})},
      TensorType{DType::f32, {4, 3}}, TensorType{DType::i32, {4}});
  EXPECT_EQ(results[0].number(0), 2);
}

TEST(CountCorrect, TakesRowsOfSeveralDimensions) {
  const auto correct = [](Tensor logits, Tensor labels) { return count_correct(logits, labels); };
  const auto results =
      interpreted(correct,
                  {f32_literal({2, 2, 3}, {1, 2, 0, 5, 2, 0, 1, 2, 3, 7, 7, 0}),
                   i32_literal({2, 2}, {1, 1, 2, 1})},
                  TensorType{DType::f32, {2, 2, 3}}, TensorType{DType::i32, {2, 2}});
  EXPECT_EQ(results[0].number(0), 2);
}

} // namespace
} // namespace brigade::nn
