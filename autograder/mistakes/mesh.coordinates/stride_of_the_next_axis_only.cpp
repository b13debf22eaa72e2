// expect: wrong; words: the product of the sizes of all axes behind it
// mistake: the stride of an axis is the size behind it, not the product of all sizes behind it;
// right up to two axes
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
  std::vector<std::int64_t> coordinates(shape.size());
  for (std::size_t i = 0; i < shape.size(); ++i)
    coordinates[i] = rank / (i + 1 < shape.size() ? shape[i + 1] : 1) % shape[i];
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
