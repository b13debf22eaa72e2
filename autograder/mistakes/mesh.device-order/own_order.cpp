// expect: wrong; words: node_of is not used, stay inside a node
// mistake: devices are placed by number, whatever node they are on
#include "exercise.hpp"

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
  std::vector<std::int64_t> order(node_of.size());
  std::iota(order.begin(), order.end(), 0);
  return order;
}

} // namespace kitchen
