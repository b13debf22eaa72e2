#pragma once

#include "brigade/comm/runtime.hpp"
#include "brigade/ir/literal.hpp"
#include "brigade/sharding/tensor_sharding.hpp"

#include <string_view>

namespace brigade {

/// The whole array of which each rank holds a block, on every rank; what is unreduced is reduced.
/// All ranks call it. All throw the same Error where ranks that hold copies of a block differ in a
/// bit, which a right plan never makes.
Literal join_blocks(const Runtime &runtime, const Mesh &mesh, const TensorType &type,
                    const TensorSharding &sharding, const Literal &block, std::string_view name);

} // namespace brigade
