#include "random_arrays.hpp"

#include "brigade/runtime/kernels/activation.hpp"

#include <cmath>

namespace brigade {
namespace {

template <class T> class ActivationKernel : public ::testing::Test {};
TYPED_TEST_SUITE(ActivationKernel, Floats);

constexpr Activation kAll[] = {Activation::none, Activation::relu, Activation::tanh};

TYPED_TEST(ActivationKernel, EqualsThePlainBiasAndActivation) {
  using T = TypeParam;
  for (Activation activation : kAll)
    for (std::int64_t rows : kRows)
      for (std::int64_t columns : kColumns) {
        const auto bias = random_vector<T>(columns, 7);
        plain::Matrix<T> y = random_matrix<T>(rows, columns, 5);
        const auto expected = plain::add_bias_and_activate(y, bias, activation);
        add_bias_and_activate(view(y), elements(bias), activation);
        expect_close(y, expected, rounding<T>(4, 4)); // a sum and a tanh, each of a few roundings
      }
}

TYPED_TEST(ActivationKernel, EqualsThePlainGradientAndColumnSum) {
  using T = TypeParam;
  for (Activation activation : kAll)
    for (std::int64_t rows : kRows)
      for (std::int64_t columns : kColumns) {
        const auto y = random_matrix<T>(rows, columns, 11, 1);
        plain::Matrix<T> dy = random_matrix<T>(rows, columns, 12);
        const auto expected = plain::activation_gradient(dy, y, activation);
        const plain::Vector<T> expected_sum = plain::column_sum(expected);
        plain::Vector<T> sum =
            random_vector<T>(columns, 13); // what was there before must not count
        activation_gradient(view(dy), view(y), activation, elements(sum));
        expect_close(dy, expected, rounding<T>(2, 4));
        const auto n = static_cast<double>(rows);
        expect_close(sum, expected_sum, rounding<T>(2 * n, n + 4));
      }
}

TYPED_TEST(ActivationKernel, NotANumberStaysVisible) {
  using T = TypeParam;
  for (Activation activation : kAll)
    for (std::int64_t columns : {3, 35}) {
      plain::Matrix<T> y = random_matrix<T>(1, columns, 5);
      const plain::Vector<T> bias = xt::zeros<T>({static_cast<std::size_t>(columns)});
      y(0, 1) = std::numeric_limits<T>::quiet_NaN();
      add_bias_and_activate(view(y), elements(bias), activation);
      EXPECT_TRUE(std::isnan(y(0, 1))) << to_string(activation);
      EXPECT_FALSE(std::isnan(y(0, 0))) << to_string(activation);
    }
}

TYPED_TEST(ActivationKernel, TheGradientIsTheSlopeOfTheActivation) {
  using T = TypeParam;
  // Central differences in T: error h² from the third derivative (at most 2 for tanh), eps/h from
  // rounding.
  const T h = std::cbrt(std::numeric_limits<T>::epsilon());
  const plain::Vector<T> no_bias = xt::zeros<T>({33});
  for (Activation activation : kAll) {
    plain::Matrix<T> x = random_matrix<T>(1, 33, 21);
    x = xt::where(xt::abs(x) < T(2) * h, T(0.5),
                  x); // a difference across relu's corner has no slope to show
    plain::Matrix<T> y = x, above = x + h, below = x - h, dy = xt::ones<T>({1, 33});
    for (plain::Matrix<T> *m : {&y, &above, &below})
      add_bias_and_activate(view(*m), elements(no_bias), activation);
    plain::Vector<T> sum = xt::zeros<T>({33});
    activation_gradient(view(dy), view(std::as_const(y)), activation, elements(sum));
    const plain::Matrix<T> slope = (above - below) / (T(2) * h);
    expect_close(dy, slope,
                 2 * static_cast<double>(h * h) + rounding<T>(1, 4) / static_cast<double>(h));
  }
}

} // namespace
} // namespace brigade
