// expect: wrong; words: the first coordinate changes fastest
// mistake: the first coordinate changes fastest; without checks a size of 0 ends the program too
#include "exercise.hpp"

namespace kitchen {

std::vector<std::int64_t> coordinates_of(std::int64_t rank,
                                         const std::vector<std::int64_t> &shape) {
  std::vector<std::int64_t> coordinates;
  for (const std::int64_t size : shape) {
    coordinates.push_back(rank % size);
    rank /= size;
  }
  return coordinates;
}

std::int64_t rank_of(const std::vector<std::int64_t> &coordinates,
                     const std::vector<std::int64_t> &shape) {
  std::int64_t rank = 0, stride = 1;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    rank += coordinates[i] * stride;
    stride *= shape[i];
  }
  return rank;
}

} // namespace kitchen
