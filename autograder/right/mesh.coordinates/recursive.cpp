// right: one axis a call
#include "exercise.hpp"

#include <stdexcept>

namespace kitchen {

std::vector<std::int64_t> coordinates_of(std::int64_t rank,
                                         const std::vector<std::int64_t> &shape) {
  if (shape.empty()) {
    if (rank != 0)
      throw std::out_of_range("a mesh without axes has only rank 0");
    return {};
  }
  for (const std::int64_t size : shape)
    if (size < 1)
      throw std::invalid_argument("a size is below 1");
  if (rank < 0)
    throw std::out_of_range("a negative rank");
  std::vector<std::int64_t> rest(shape.begin(), shape.end() - 1);
  std::vector<std::int64_t> coordinates = coordinates_of(rank / shape.back(), rest);
  coordinates.push_back(rank % shape.back());
  return coordinates;
}

std::int64_t rank_of(const std::vector<std::int64_t> &coordinates,
                     const std::vector<std::int64_t> &shape) {
  for (const std::int64_t size : shape)
    if (size < 1)
      throw std::invalid_argument("a size is below 1");
  if (coordinates.size() != shape.size())
    throw std::invalid_argument("one coordinate for each axis");
  if (shape.empty())
    return 0;
  if (coordinates.back() < 0 || coordinates.back() >= shape.back())
    throw std::out_of_range("a coordinate lies outside");
  return rank_of({coordinates.begin(), coordinates.end() - 1}, {shape.begin(), shape.end() - 1}) *
             shape.back() +
         coordinates.back();
}

} // namespace kitchen
