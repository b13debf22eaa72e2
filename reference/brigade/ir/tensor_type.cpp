#include "brigade/ir/tensor_type.hpp"

#include <fmt/format.h>

namespace brigade {

std::string to_string(const TensorType &type) {
  return fmt::format("{}{}", to_string(type.dtype), to_string(type.shape));
}

} // namespace brigade
