#include "exercise.hpp"

#include <stdexcept>

namespace kitchen {

// [ring_neighbours]
Neighbours ring_neighbours(std::int64_t rank, std::size_t axis,
                           const std::vector<std::int64_t> &shape) {
  if (rank < 0 || rank >= brigade::element_count(shape))
    throw std::out_of_range("the mesh has no such rank");
  if (axis >= shape.size())
    throw std::out_of_range("the mesh has no such axis");
  const std::int64_t d = shape[axis], stride = brigade::row_major_strides(shape)[axis];
  const std::int64_t coordinate = rank / stride % d;
  const std::int64_t first = rank - coordinate * stride;
  return {.previous = first + (coordinate + d - 1) % d * stride, // + d: % keeps a minus sign
          .next = first + (coordinate + 1) % d * stride};
}
// [ring_neighbours]

// [ring_link_bytes]
std::vector<std::int64_t> ring_link_bytes(std::int64_t elements, std::int64_t element_bytes,
                                          std::int64_t places) {
  if (elements < 0 || element_bytes < 1 || places < 1)
    throw std::invalid_argument("elements >= 0, element_bytes >= 1 and places >= 1 are needed");
  std::vector<std::int64_t> bytes(static_cast<std::size_t>(places), 0);
  if (places == 1)
    return bytes;
  const auto size = [&](std::int64_t b) {
    return brigade::block_of(elements, places, b % places).size();
  };
  for (std::int64_t p = 0; p < places; ++p)
    bytes[static_cast<std::size_t>(p)] = (2 * elements - size(p) - size(p + 1)) * element_bytes;
  return bytes;
}
// [ring_link_bytes]

} // namespace kitchen
