#include "brigade/sharding/check_unreduced.hpp"

#include "brigade/core/check_reduction.hpp"
#include "brigade/core/error.hpp"

#include <fmt/format.h>

namespace brigade {

void check_unreduced(const TensorSharding &sharding, DType type, std::string_view value_name) {
  if (sharding.unreduced.empty())
    return;
  try {
    check_reduction(type, sharding.reduction);
  } catch (const InputError &error) {
    throw InputError(
        fmt::format("the sharding {} of {}: {}", to_string(sharding), value_name, error.what()));
  }
}

} // namespace brigade
