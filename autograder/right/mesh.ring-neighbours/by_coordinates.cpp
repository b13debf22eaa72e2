// right: all coordinates there and back; the bytes of a link as the sum of the blocks that cross it
#include "exercise.hpp"

#include <stdexcept>

namespace kitchen {

Neighbours ring_neighbours(std::int64_t rank, std::size_t axis,
                           const std::vector<std::int64_t> &shape) {
  if (rank < 0 || rank >= brigade::element_count(shape))
    throw std::out_of_range("no such rank");
  if (axis >= shape.size())
    throw std::out_of_range("no such axis");
  std::vector<std::int64_t> own(shape.size());
  for (std::size_t i = shape.size(); i-- > 0; rank /= shape[i])
    own[i] = rank % shape[i];
  const auto at = [&](std::int64_t c) {
    std::int64_t place = 0;
    for (std::size_t i = 0; i < shape.size(); ++i)
      place = place * shape[i] + (i == axis ? c : own[i]);
    return place;
  };
  const std::int64_t last = shape[axis] - 1;
  return {at(own[axis] == 0 ? last : own[axis] - 1), at(own[axis] == last ? 0 : own[axis] + 1)};
}

std::vector<std::int64_t> ring_link_bytes(std::int64_t elements, std::int64_t element_bytes,
                                          std::int64_t places) {
  if (elements < 0 || element_bytes < 1 || places < 1)
    throw std::invalid_argument("too few");
  std::vector<std::int64_t> bytes(static_cast<std::size_t>(places), 0);
  for (std::int64_t p = 0; p < places; ++p)
    for (std::int64_t block = 0; block < places; ++block) {
      const std::int64_t size = brigade::block_of(elements, places, block).size() * element_bytes;
      if (block != p)
        bytes[static_cast<std::size_t>(p)] += size;
      if (block != (p + 1) % places)
        bytes[static_cast<std::size_t>(p)] += size;
    }
  return bytes;
}

} // namespace kitchen
