// expect: wrong; words: every element is 0
// mistake: row 66, blocks of elements / n, and the remainder in none of them
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
  return std::vector<std::int64_t>(static_cast<std::size_t>(places),
                                   2 * (places - 1) * (elements / places) * element_bytes);
}

} // namespace kitchen
