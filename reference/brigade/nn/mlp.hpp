#pragma once

#include "brigade/nn/linear.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace brigade::nn {

/// A multi-layer perceptron: layers one after the other, with an activation between them.
template <class T> struct Mlp { std::vector<Linear<T>> layers; };

/// (rows, features) to logits (rows, classes). The activation, by its name, follows every layer but
/// the last.
Tensor mlp(const Mlp<Tensor> &model, Operand x, std::string_view activation);

/// sizes: features, hidden sizes, classes. Layer i draws from stream i of the seed.
Mlp<Tensor> initial_mlp(const std::vector<std::int64_t> &sizes, const std::string &activation,
                        std::uint64_t seed, DType type = DType::f32);

} // namespace brigade::nn
