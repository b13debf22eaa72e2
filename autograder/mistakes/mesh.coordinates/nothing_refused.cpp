// expect: crashed; words: signal 8, coordinates.cpp:13, divided by 0
// mistake: no check of the input, so a size of 0 divides by zero
#include "exercise.hpp"

#include <stdexcept>

namespace kitchen {

std::vector<std::int64_t> coordinates_of(std::int64_t rank,
                                         const std::vector<std::int64_t> &shape) {
  std::vector<std::int64_t> coordinates(shape.size());
  for (std::size_t i = shape.size(); i-- > 0; rank /= shape[i])
    coordinates[i] = rank % shape[i];
  return coordinates;
}

std::int64_t rank_of(const std::vector<std::int64_t> &coordinates,
                     const std::vector<std::int64_t> &shape) {
  std::int64_t rank = 0;
  for (std::size_t i = 0; i < shape.size(); ++i)
    rank = rank * shape[i] + coordinates[i];
  return rank;
}

} // namespace kitchen
