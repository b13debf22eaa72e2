#include "brigade/nn/mlp.hpp"

#include "nn/interpreted.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/random.hpp"
#include "brigade/nn/activation.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace brigade::nn {
namespace {

using namespace brigade::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

Mlp<TensorType> types_of(const std::vector<std::int64_t> &sizes) {
  Mlp<TensorType> types;
  for (std::size_t i = 0; i + 1 < sizes.size(); ++i)
    types.layers.push_back({{DType::f32, {sizes[i], sizes[i + 1]}}, {DType::f32, {sizes[i + 1]}}});
  return types;
}

TEST(Mlp, ActivatesEveryLayerButTheLast) {
  const auto f = [](Mlp<Tensor> model, Tensor x) { return mlp(model, x, "relu"); };
  // (1, -1) · [[1, 2], [3, 1]] + (0, 0.5) = (-2, 1.5), relu (0, 1.5); · [[5], [-2]] + 1 = -2
  const auto results = interpreted(f,
                                   {f32_literal({2, 2}, {1, 2, 3, 1}), f32_literal({2}, {0, 0.5}),
                                    f32_literal({2, 1}, {5, -2}), f32_literal({1}, {1}),
                                    f32_literal({1, 2}, {1, -1})},
                                   types_of({2, 2, 1}), TensorType{DType::f32, {1, 2}});
  EXPECT_THAT(numbers_of(results[0]), ElementsAre(-2));
}

TEST(Mlp, NamesItsParametersByTheirPlace) {
  const auto f = [](Mlp<Tensor> model, Tensor x) { return mlp(model, x, "tanh"); };
  const Program program = trace(f, types_of({2, 3, 1}), TensorType{DType::f32, {1, 2}});
  std::vector<std::string> names;
  for (const ValueId id : program.main().parameters)
    names.push_back(program.main().value(id).name);
  EXPECT_THAT(names, ElementsAre("mlp.layers.0.weight", "mlp.layers.0.bias", "mlp.layers.1.weight",
                                 "mlp.layers.1.bias", "arg1"));
}

TEST(Activation, IsFoundByItsNameOrRefusedWithThoseThereAre) {
  for (const auto &[name, expected] : {std::pair{"none", -1.0},
                                       {"relu", 0.0},
                                       {"tanh", std::tanh(-1.0)},
                                       {"gelu", -0.15880800939172324},
                                       {"sigmoid", 1 / (1 + std::exp(1.0))}}) {
    const auto f = [name = std::string(name)](Tensor x) { return activation(name, x); };
    const auto results = interpreted(f, {f64_literal({}, {-1})}, TensorType{DType::f64, {}});
    EXPECT_NEAR(results[0].number(0), expected, 1e-15) << name;
  }
  const auto f = [](Tensor x) { return activation("sigmoyd", x); };
  EXPECT_THAT(
      [&] { (void)trace(f, TensorType{}); },
      ThrowsMessage<InputError>(HasSubstr(
          "there is no activation 'sigmoyd' (did you mean 'sigmoid'?); there are: none, relu, "
          "tanh, gelu, sigmoid")));
}

TEST(InitialMlp, DrawsEveryWeightFromItsLayersStreamByItsPlace) {
  const auto f = [] { return initial_mlp({5, 4, 3}, "relu", 17); };
  const std::vector<Literal> results = interpreted(f, {});
  ASSERT_EQ(results.size(), 4U);
  const double bounds[] = {std::sqrt(6.0 / 5), std::sqrt(6.0 / (4 + 3))}; // the last has no relu
  for (std::size_t layer = 0; layer < 2; ++layer) {
    const RandomStream stream(17, layer);
    for (std::int64_t i = 0; i < results[2 * layer].size(); ++i)
      EXPECT_EQ(results[2 * layer].number(i),
                static_cast<float>(bounds[layer] *
                                   (2 * stream.uniform(static_cast<std::uint64_t>(i)) - 1)));
    EXPECT_THAT(numbers_of(results[2 * layer + 1]), ::testing::Each(0));
  }
}

} // namespace
} // namespace brigade::nn
