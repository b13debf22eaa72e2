#pragma once

#include "brigade/ir/tensor_type.hpp"
#include "brigade/mesh/mesh.hpp"
#include "brigade/sharding/tensor_sharding.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace brigade {

/// Elements of the largest block among those that `device` and the devices hold which differ from
/// it `along` some axes only. Hardly depends on how many these are.
std::int64_t largest_block(const TensorType &type, const TensorSharding &sharding, const Mesh &mesh,
                           DeviceId device, const std::vector<std::string> &along);

} // namespace brigade
