// expect: over the limit; words: in kitchen::coordinates_of, a loop that does not end
// mistake: the axis of a while loop is never counted down
#include "exercise.hpp"

#include <stdexcept>

namespace kitchen {

namespace {

std::int64_t device_count(const std::vector<std::int64_t> &shape) {
  std::int64_t count = 1;
  for (const std::int64_t size : shape) {
    if (size < 1)
      throw std::invalid_argument("every axis of a mesh has at least one device");
    count *= size;
  }
  return count;
}

} // namespace

std::vector<std::int64_t> coordinates_of(std::int64_t rank,
                                         const std::vector<std::int64_t> &shape) {
  if (const std::int64_t count = device_count(shape); rank < 0 || rank >= count)
    throw std::out_of_range("the mesh has no such rank");
  std::vector<std::int64_t> coordinates(shape.size());
  std::size_t axis = shape.size();
  while (axis > 0) {
    coordinates[axis - 1] = rank % shape[axis - 1];
    rank /= shape[axis - 1];
  }
  return coordinates;
}

std::int64_t rank_of(const std::vector<std::int64_t> &coordinates,
                     const std::vector<std::int64_t> &shape) {
  device_count(shape); // refuses a size below 1
  if (coordinates.size() != shape.size())
    throw std::invalid_argument("there must be one coordinate for each axis");
  std::int64_t rank = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (coordinates[axis] < 0 || coordinates[axis] >= shape[axis])
      throw std::out_of_range("a coordinate lies outside the mesh");
    rank = rank * shape[axis] + coordinates[axis];
  }
  return rank;
}

} // namespace kitchen
