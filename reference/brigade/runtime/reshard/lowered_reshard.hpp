#pragma once

#include "brigade/ir/program.hpp"
#include "brigade/sharding/named_sharding.hpp"

#include <cstdint>
#include <optional>

namespace brigade {

/// The partitioned program that takes an array of `type` from one sharding to another, by the
/// collectives that the partitioner would put there (gspmd/reshard.hpp), by the profile `uniform`,
/// or by one in which messages cost nothing but their bytes, where that sends less. None where
/// there are no such: the meshes differ, or have more axes than plans can name (kMostAxes). Pure:
/// every rank makes the same one. The specs are no longer than the array's rank.
std::optional<Program> lowered_reshard(const TensorType &type, const NamedSharding &from,
                                       const NamedSharding &to);

/// Elements that its collectives send, over all devices: of a permute whole blocks, as large as the
/// largest; of others those that a device lacks before and holds after.
std::int64_t sent_elements(const Program &lowered);

} // namespace brigade
