#include "random_arrays.hpp"

#include "brigade/runtime/kernels/optimizer_update.hpp"

namespace brigade {
namespace {

template <class T> class OptimizerUpdate : public ::testing::Test {};
TYPED_TEST_SUITE(OptimizerUpdate, Floats);

constexpr std::int64_t kSizes[] = {0, 1, 3, 15, 16, 17, 63, 1001};
constexpr int kSteps = 5;

TYPED_TEST(OptimizerUpdate, SgdWithMomentumEqualsThePlainOne) {
  using T = TypeParam;
  for (std::int64_t size : kSizes) {
    plain::Vector<T> weights = random_vector<T>(size, 1), velocity = random_vector<T>(size, 2);
    plain::Vector<T> plain_weights = weights, plain_velocity = velocity;
    for (unsigned step = 0; step < kSteps; ++step) {
      const auto gradient = random_vector<T>(size, 10 + step);
      sgd_momentum_update<T>(elements(weights), elements(gradient), elements(velocity), T(0.1),
                             T(0.9));
      plain::sgd_momentum_update<T>(plain_weights, gradient, plain_velocity, T(0.1), T(0.9));
    }
    // Two roundings a step, of values up to 2 / (1 - 0.9).
    expect_close(velocity, plain_velocity, rounding<T>(20, 2 * kSteps));
    expect_close(weights, plain_weights, rounding<T>(20, 2 * kSteps));
  }
}

TYPED_TEST(OptimizerUpdate, AdamEqualsThePlainOne) {
  using T = TypeParam;
  for (std::int64_t size : kSizes) {
    plain::Vector<T> weights = random_vector<T>(size, 1);
    plain::Vector<T> mean = xt::zeros<T>({static_cast<std::size_t>(size)}), square = mean;
    plain::Vector<T> plain_weights = weights, plain_mean = mean, plain_square = mean;
    for (long step = 1; step <= kSteps; ++step) {
      const auto gradient = random_vector<T>(size, 20 + static_cast<unsigned>(step));
      adam_update<T>(elements(weights), elements(gradient), elements(mean), elements(square),
                     adam_coefficients<T>(0.01, 0.9, 0.999, 1e-8, step));
      plain::adam_update<T>(plain_weights, gradient, plain_mean, plain_square, T(0.01), T(0.9),
                            T(0.999), T(1e-8), static_cast<T>(step));
    }
    expect_close(mean, plain_mean, rounding<T>(2, 4 * kSteps));
    expect_close(square, plain_square, rounding<T>(4, 4 * kSteps));
    // In float 1 - 0.999^step keeps few digits: 0.999 is off by half an epsilon, which the plain
    // version (all in T) divides by 0.001. The step that it scales is 0.01.
    expect_close(weights, plain_weights,
                 rounding<T>(2, 2 * kSteps) + 0.01 * rounding<T>(1000, 2 * kSteps));
  }
}

TEST(AdamUpdate, TheFirstStepIsTheLearningRateAgainstTheSign) {
  plain::Vector<double> weights = {1, 1, 1}, mean = {0, 0, 0}, square = {0, 0, 0};
  const plain::Vector<double> gradient = {5, -0.25, 0};
  adam_update<double>(elements(weights), elements(gradient), elements(mean), elements(square),
                      adam_coefficients<double>(0.1, 0.9, 0.999, 1e-8, 1));
  const plain::Vector<double> expected = {0.9, 1.1, 1};
  expect_close(weights, expected,
               0.1 * 1e-8 / 0.25 + rounding<double>(1, 8)); // epsilon against the smallest |g|
}

} // namespace
} // namespace brigade
