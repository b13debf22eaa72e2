#pragma once

#include "brigade/core/dtype.hpp"
#include "brigade/sharding/tensor_sharding.hpp"

#include <string_view>

namespace brigade {

/// Throws InputError naming the value if it is unreduced by a reduction that elements of its type
/// do not have: a sum of bool.
void check_unreduced(const TensorSharding &sharding, DType type, std::string_view value_name);

} // namespace brigade
