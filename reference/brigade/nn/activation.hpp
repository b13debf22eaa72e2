#pragma once

#include "brigade/trace/tensor.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace brigade::nn {

/// What activation() knows: none, relu, tanh, gelu, sigmoid.
const std::vector<std::string> &activation_names();

/// x, element by element, by the function of that name ("none": x itself). Throws InputError, which
/// lists the names, for another one.
Tensor activation(std::string_view name, Operand x);

} // namespace brigade::nn
