#include "random_arrays.hpp"

#include "brigade/runtime/kernels/softmax_cross_entropy.hpp"

#include <cmath>

namespace brigade {
namespace {

template <class T> class SoftmaxCrossEntropy : public ::testing::Test {};
TYPED_TEST_SUITE(SoftmaxCrossEntropy, Floats);

TYPED_TEST(SoftmaxCrossEntropy, EqualsThePlainLossAndGradient) {
  using T = TypeParam;
  for (std::int64_t rows : {1, 2, 5, 33})
    for (std::int64_t classes : kColumns) {
      SCOPED_TRACE(testing::Message() << rows << " rows of " << classes << " classes");
      const auto labels = random_labels(rows, classes, 3);
      plain::Matrix<T> logits = random_matrix<T>(rows, classes, 4, 8);
      const double expected_loss = plain::cross_entropy(logits, labels);
      const T scale = T(1) / static_cast<T>(rows);
      const plain::Matrix<T> expected =
          (plain::softmax(logits) - plain::one_hot<T>(labels, static_cast<std::size_t>(classes))) *
          scale;
      const LossSums without_gradient = softmax_loss(view(std::as_const(logits)), labels);
      const LossSums sums = softmax_cross_entropy(view(logits), labels, scale);
      // A difference of logits (16 at most) rounds once and moves exp by as much; a few more in exp
      // and division.
      expect_close(logits, expected, rounding<T>(static_cast<double>(scale), 16 + 8));
      const double allowed = rounding<T>(static_cast<double>(rows), 2 * 16 + 8);
      EXPECT_NEAR(sums.loss, expected_loss, allowed);
      EXPECT_NEAR(without_gradient.loss, expected_loss, allowed);
      EXPECT_EQ(without_gradient.correct, sums.correct);
    }
}

TYPED_TEST(SoftmaxCrossEntropy, CountsTheRowsWhoseLargestLogitIsTheLabel) {
  using T = TypeParam;
  plain::Matrix<T> logits = {{0, 2, 1}, {5, 5, 0}, {-3, -2, -1}, {1, 0, 0}};
  const std::vector<std::int32_t> labels = {1, 1, 2, 2}; // of two equals, the first is meant
  EXPECT_EQ(softmax_loss(view(std::as_const(logits)), labels).correct, 2);
  EXPECT_EQ(softmax_cross_entropy(view(logits), labels, T(1)).correct, 2);
}

TYPED_TEST(SoftmaxCrossEntropy, LogitsFarApartDoNotOverflow) {
  using T = TypeParam;
  plain::Matrix<T> logits = {{T(1e30), 0, T(-1e30)}, {T(-1e4), T(-1e4), T(-1e4)}};
  const std::vector<std::int32_t> labels = {0, 2};
  const LossSums sums = softmax_cross_entropy(view(logits), labels, T(1));
  EXPECT_NEAR(sums.loss, std::log(3.0), rounding<T>(1, 8));
  const plain::Matrix<T> expected = {{0, 0, 0}, {T(1) / 3, T(1) / 3, T(1) / 3 - 1}};
  expect_close(logits, expected, rounding<T>(1, 8));
}

TYPED_TEST(SoftmaxCrossEntropy, NotANumberAndInfinityShowInTheLoss) {
  using T = TypeParam;
  for (T bad : {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity()})
    for (std::int64_t place : {0, 4, 9})
      for (std::int64_t rows : {1, 9}) {
        plain::Matrix<T> logits = random_matrix<T>(rows, 10, 6);
        logits(0, static_cast<std::size_t>(place)) = bad;
        const auto labels = random_labels(rows, 10, 7);
        EXPECT_FALSE(std::isfinite(softmax_loss(view(std::as_const(logits)), labels).loss));
        EXPECT_FALSE(std::isfinite(softmax_cross_entropy(view(logits), labels, T(1)).loss));
      }
}

TYPED_TEST(SoftmaxCrossEntropy, NoRowsAddUpToNothing) {
  using T = TypeParam;
  plain::Matrix<T> logits = random_matrix<T>(0, 10, 6);
  const LossSums sums = softmax_cross_entropy(view(logits), {}, T(1));
  EXPECT_EQ(sums.loss, 0);
  EXPECT_EQ(sums.correct, 0);
}

TEST(SoftmaxCrossEntropyGradient, IsTheSlopeOfTheLoss) {
  const std::int64_t rows = 3, classes = 10;
  const auto logits = random_matrix<double>(rows, classes, 8);
  const auto labels = random_labels(rows, classes, 9);
  plain::Matrix<double> gradient = logits, slope = logits;
  softmax_cross_entropy(view(gradient), labels, 1.0 / rows);
  const double h = std::cbrt(std::numeric_limits<double>::epsilon());
  for (std::size_t i = 0; i < logits.size(); ++i) {
    plain::Matrix<double> above = logits, below = logits;
    above.data()[i] += h;
    below.data()[i] -= h;
    slope.data()[i] = (softmax_loss(view(std::as_const(above)), labels).loss -
                       softmax_loss(view(std::as_const(below)), labels).loss) /
                      (2 * h * rows);
  }
  // Error h²/6 of the third derivative (below 1), and the loss's own rounding (it is about 10) over
  // h.
  expect_close(gradient, slope, h * h + rounding<double>(10, 4) / h);
}

} // namespace
} // namespace brigade
