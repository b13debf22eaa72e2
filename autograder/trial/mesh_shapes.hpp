#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace brigade {

/// Shapes of meshes with so many devices: one with 1 dimension, two each with 2 to `dimensions`.
/// No two axes are of one size where the number allows it, so that swapped axes show; axes of size
/// 1 come too.
inline std::vector<std::vector<std::int64_t>> mesh_shapes(std::int64_t devices,
                                                          std::size_t dimensions = 5) {
  std::vector<std::int64_t> factors; // primes, largest first
  for (std::int64_t rest = devices, prime = 2; rest > 1; ++prime)
    for (; rest % prime == 0; rest /= prime)
      factors.insert(factors.begin(), prime);
  std::vector<std::vector<std::int64_t>> shapes{{devices}};
  for (std::size_t k = 2; k <= dimensions; ++k) {
    std::vector<std::int64_t> shape(k, 1);
    for (const std::int64_t factor : factors) {
      std::size_t lightest = 0; // later axes weigh more, so they stay smaller
      for (std::size_t axis = 1; axis < k; ++axis)
        if (shape[axis] * static_cast<std::int64_t>(axis + 1) <
            shape[lightest] * static_cast<std::int64_t>(lightest + 1))
          lightest = axis;
      shape[lightest] *= factor;
    }
    shapes.push_back(shape);
    std::ranges::rotate(shape, shape.end() - 1);
    shapes.push_back(shape);
  }
  return shapes;
}

/// "[3, 4]"
inline std::string shape_text(const std::vector<std::int64_t> &shape) {
  std::string text = "[";
  for (std::size_t i = 0; i < shape.size(); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
  return text + "]";
}

} // namespace brigade
