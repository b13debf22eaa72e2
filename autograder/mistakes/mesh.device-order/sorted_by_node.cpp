// expect: wrong; words: begins in the middle of a group
// mistake: sorting by node keeps groups together only where d divides every node's number of
// devices
#include "exercise.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace kitchen {

std::vector<std::int64_t> device_order(const std::vector<std::int64_t> &shape,
                                       const std::vector<std::int64_t> &node_of,
                                       std::size_t talks_most) {
  const std::int64_t places = brigade::element_count(shape);
  if (places != static_cast<std::int64_t>(node_of.size()))
    throw std::invalid_argument("places and devices do not fit");
  if (talks_most >= shape.size())
    throw std::out_of_range("no such axis");
  const std::int64_t d = shape[talks_most], stride = brigade::row_major_strides(shape)[talks_most];
  std::vector<std::int64_t> line(node_of.size());
  std::iota(line.begin(), line.end(), 0);
  std::stable_sort(line.begin(), line.end(), [&](std::int64_t a, std::int64_t b) {
    return node_of[static_cast<std::size_t>(a)] < node_of[static_cast<std::size_t>(b)];
  });
  std::vector<std::int64_t> order(node_of.size());
  std::size_t next = 0;
  for (std::int64_t first = 0; first < places; ++first)
    if (first / stride % d == 0)
      for (std::int64_t c = 0; c < d; ++c)
        order[static_cast<std::size_t>(first + c * stride)] = line[next++];
  return order;
}

} // namespace kitchen
