#include "brigade/nn/activation.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/nearest.hpp"
#include "brigade/trace/functions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace brigade::nn {

const std::vector<std::string> &activation_names() {
  static const std::vector<std::string> names{"none", "relu", "tanh", "gelu", "sigmoid"};
  return names;
}

Tensor activation(std::string_view name, Operand x) {
  if (name == "none")
    return x.tensor();
  if (name == "relu")
    return relu(x);
  if (name == "tanh")
    return tanh(x);
  if (name == "gelu")
    return gelu(x);
  if (name == "sigmoid")
    return sigmoid(x);
  throw InputError(fmt::format("there is no activation '{}'{}; there are: {}", name,
                               did_you_mean(name, activation_names()),
                               fmt::join(activation_names(), ", ")));
}

} // namespace brigade::nn
