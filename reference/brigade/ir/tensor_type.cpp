#include "brigade/ir/tensor_type.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <limits>

namespace brigade {

std::int64_t TensorType::bytes() const {
  const auto element = static_cast<std::int64_t>(size_of(dtype));
  if (size() > std::numeric_limits<std::int64_t>::max() / element)
    throw InputError(
        fmt::format("a {} has more than 2^63 - 1 bytes; use smaller sizes", to_string(*this)));
  return size() * element;
}

std::string to_string(const TensorType &type) {
  return fmt::format("{}{}", to_string(type.dtype), to_string(type.shape));
}

} // namespace brigade
