// expect: wrong; words: the right numbers, [0]: got 4
// mistake: the blocks of places p - 1 and p, those of the link before
#include "exercise.hpp"

#include <stdexcept>

namespace kitchen {

Neighbours ring_neighbours(std::int64_t rank, std::size_t axis,
                           const std::vector<std::int64_t> &shape) {
  if (rank < 0 || rank >= brigade::element_count(shape))
    throw std::out_of_range("no such rank");
  if (axis >= shape.size())
    throw std::out_of_range("no such axis");
  const std::int64_t d = shape[axis], stride = brigade::row_major_strides(shape)[axis];
  const std::int64_t c = rank / stride % d;
  return {rank + ((c + d - 1) % d - c) * stride, rank + ((c + 1) % d - c) * stride};
}

std::vector<std::int64_t> ring_link_bytes(std::int64_t elements, std::int64_t element_bytes,
                                          std::int64_t places) {
  if (elements < 0 || element_bytes < 1 || places < 1)
    throw std::invalid_argument("too few");
  std::vector<std::int64_t> bytes;
  for (std::int64_t p = 0; p < places; ++p) {
    const std::int64_t next = (p + places - 1) % places;
    bytes.push_back(element_bytes * (2 * elements - brigade::block_of(elements, places, p).size() -
                                     brigade::block_of(elements, places, next).size()));
  }
  return bytes;
}

} // namespace kitchen
