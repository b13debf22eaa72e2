#pragma once

#include "brigade/core/random.hpp"
#include "brigade/ir/interpret.hpp"
#include "brigade/runtime/device_put.hpp"
#include "brigade/runtime/gather.hpp"
#include "brigade/trace/trace.hpp"
#include "ranks/runtime.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace brigade::testing {

/// All devices of the job as {data, model}; model has two where they can be halved.
inline Mesh job_mesh() {
  const std::int64_t devices = runtime().device_count(), model = devices % 2 == 0 ? 2 : 1;
  return Mesh(DeviceGrid({devices / model, model}), {"data", "model"});
}

inline NamedSharding lying(const PartitionSpec &spec) { return {job_mesh(), spec}; }

/// Small whole numbers, of which sums and products are exact in any order.
inline xt::xarray<float> whole_numbers(const Shape &shape, std::uint64_t stream) {
  xt::xarray<float> array = xt::xarray<float>::from_shape(extents(shape));
  const RandomStream random(7, stream);
  for (std::size_t i = 0; i < array.size(); ++i)
    array.data()[i] = static_cast<float>(random.integer(i, 7)) - 3;
  return array;
}

inline Array put(const xt::xarray<float> &host, const PartitionSpec &spec = P()) {
  return device_put(runtime(), host, lying(spec));
}

inline Literal literal_of(const xt::xarray<float> &array) {
  return Literal({DType::f32, Shape(array.shape().begin(), array.shape().end())},
                 std::vector<float>(array.begin(), array.end()));
}

inline Literal whole(const Array &array) { return literal_of(gather<float>(array)); }

} // namespace brigade::testing
