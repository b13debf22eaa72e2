#pragma once

#include "brigade/trace/tensor.hpp"

#include <cstdint>
#include <optional>
#include <source_location>

namespace brigade {

/// One number for all elements.
Tensor full(const Shape &shape, double number, DType type = DType::f32,
            std::source_location where = std::source_location::current());
Tensor zeros(const Shape &shape, DType type = DType::f32,
             std::source_location where = std::source_location::current());
Tensor ones(const Shape &shape, DType type = DType::f32,
            std::source_location where = std::source_location::current());
/// Each element is its index along a dimension.
Tensor iota(const Shape &shape, std::int64_t dim, DType type = DType::i32,
            std::source_location where = std::source_location::current());

/// Which random numbers: element i of an array is number i of RandomStream(seed, stream), whatever
/// device makes it.
struct RandomKey {
  std::int64_t seed = 0;
  std::int64_t stream = 0;
  std::optional<Tensor> fold_in = {}; ///< an i32[] or i64[], the step of a training for example
};
Tensor random_uniform(const Shape &shape, const RandomKey &key, DType type = DType::f32,
                      std::source_location where = std::source_location::current());
/// Mean 0, standard deviation 1.
Tensor random_normal(const Shape &shape, const RandomKey &key, DType type = DType::f32,
                     std::source_location where = std::source_location::current());

} // namespace brigade
