// expect: wrong; words: that is what `coordinates of each rank in mesh
// mistake: what the first call has found out is kept for all later ones
#include "exercise.hpp"

#include <stdexcept>

namespace kitchen {

namespace {

std::int64_t count_of(const std::vector<std::int64_t> &shape) {
  std::int64_t count = 1;
  for (const std::int64_t size : shape) {
    if (size < 1)
      throw std::invalid_argument("a size is below 1");
    count *= size;
  }
  return count;
}

} // namespace

std::vector<std::int64_t> coordinates_of(std::int64_t rank,
                                         const std::vector<std::int64_t> &shape) {
  if (rank < 0 || rank >= count_of(shape))
    throw std::out_of_range("no such rank");
  static const std::vector<std::int64_t> sizes = shape;
  std::vector<std::int64_t> coordinates(shape.size());
  for (std::size_t i = shape.size(); i-- > 0; rank /= sizes[i % sizes.size()])
    coordinates[i] = rank % sizes[i % sizes.size()];
  return coordinates;
}

std::int64_t rank_of(const std::vector<std::int64_t> &coordinates,
                     const std::vector<std::int64_t> &shape) {
  count_of(shape);
  if (coordinates.size() != shape.size())
    throw std::invalid_argument("one coordinate for each axis");
  std::int64_t rank = 0;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (coordinates[i] < 0 || coordinates[i] >= shape[i])
      throw std::out_of_range("a coordinate lies outside");
    rank = rank * shape[i] + coordinates[i];
  }
  return rank;
}

} // namespace kitchen
