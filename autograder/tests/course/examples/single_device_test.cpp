#include "exercises/03-single-device/activations/solution.cpp"
#include "exercises/03-single-device/dense-forward/solution.cpp"
#include "exercises/03-single-device/independent-rows/solution.cpp"
#include "exercises/03-single-device/sgd-step/solution.cpp"
#include "exercises/03-single-device/softmax-cross-entropy/solution.cpp"
#include "exercises/03-single-device/two-layer-backward/solution.cpp"

#include <gtest/gtest.h>
#include <xtensor/xmath.hpp>

namespace kitchen {
namespace {

// Every element as close as the digits that the contract gives.
template <class Array> bool near(const Array &got, const Array &want, double off) {
  return got.shape() == want.shape() && xt::all(xt::abs(got - want) <= off);
}

TEST(ContractsOfSingleDevice, DenseForward) {
  const Matrix x{{1, 2, 3}, {4, 5, 6}}, w{{1, 0}, {0, 1}, {1, 1}};
  EXPECT_EQ(dense_forward(x, w, Vector{10, 20}), (Matrix{{14, 25}, {20, 31}}));
}

TEST(ContractsOfSingleDevice, Activations) {
  const Matrix x{{-2, 0, 3}}, dy{{5, 5, 5}};
  EXPECT_EQ(relu_forward(x), (Matrix{{0, 0, 3}}));
  EXPECT_EQ(relu_backward(dy, relu_forward(x)), (Matrix{{0, 0, 5}}));
  EXPECT_TRUE(near(tanh_forward(x), Matrix{{-0.964, 0, 0.995}}, 5e-4));
  EXPECT_TRUE(near(tanh_backward(dy, tanh_forward(x)), Matrix{{0.353, 5, 0.0493}}, 5e-4));
}

TEST(ContractsOfSingleDevice, SoftmaxCrossEntropy) {
  const xt::xtensor<std::int32_t, 1> labels{1, 0};
  const auto [loss, gradient] =
      softmax_cross_entropy(Matrix{{0, 0}, {std::log(3.0), 0}}, labels, 2);
  EXPECT_NEAR(loss, 0.4904, 5e-5);
  EXPECT_TRUE(near(gradient, Matrix{{0.25, -0.25}, {-0.125, 0.125}}, 1e-15));
}

TEST(ContractsOfSingleDevice, TwoLayerBackward) {
  const TwoLayers network{{{1, -1}, {1, 0}}, {0, 0}, {{2}, {5}}, {7}};
  const Gradients gradients = two_layer_backward(network, Matrix{{1, 2}}, Matrix{{1}});
  EXPECT_EQ(gradients.w2, (Matrix{{3}, {0}}));
  EXPECT_EQ(gradients.b2, (Vector{1}));
  EXPECT_EQ(gradients.w1, (Matrix{{2, 0}, {4, 0}}));
  EXPECT_EQ(gradients.b1, (Vector{2, 0}));
  EXPECT_EQ(gradients.x, (Matrix{{2, 2}}));
}

TEST(ContractsOfSingleDevice, SgdStep) {
  const auto named = [](double value) {
    return Parameters{{"w", std::make_shared<Array>(Array{value})}};
  };
  const TrainingState next = sgd_step({named(10), named(2)}, named(3), 0.1, 0.5);
  EXPECT_DOUBLE_EQ((*next.velocity.at("w"))(0), 4);
  EXPECT_DOUBLE_EQ((*next.weights.at("w"))(0), 9.6);
}

TEST(ContractsOfSingleDevice, IndependentRows) {
  const Matrix y = normalised_rows(Matrix{{1, 3}, {50, 10}}, Vector{1, 1}, Vector{0, 10});
  EXPECT_TRUE(near(y, Matrix{{-1, 11}, {1, 9}}, 1e-4));
}

} // namespace
} // namespace kitchen
