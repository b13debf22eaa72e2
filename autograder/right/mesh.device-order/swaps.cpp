// right: begins with any order and fills group after group by swapping, as long as a node has d
// left
#include "exercise.hpp"

#include <map>
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
  std::vector<std::int64_t> order(node_of.size());
  std::iota(order.begin(), order.end(), 0);
  std::vector<std::size_t> open; // places that are not settled
  for (std::int64_t first = 0; first < places; ++first)
    if (first / stride % d == 0)
      for (std::int64_t c = 0; c < d; ++c)
        open.push_back(static_cast<std::size_t>(first + c * stride));
  const auto node_at = [&](std::size_t i) {
    return node_of[static_cast<std::size_t>(order[open[i]])];
  };
  for (std::size_t begin = 0; begin < open.size(); begin += static_cast<std::size_t>(d)) {
    std::map<std::int64_t, std::int64_t> left;
    std::int64_t node = 0;
    bool found = false;
    for (std::size_t i = begin; i < open.size() && !found; ++i)
      if (++left[node_at(i)] == d) {
        node = node_at(i);
        found = true;
      }
    std::size_t to = begin;
    for (std::size_t i = begin;
         i < open.size() && found && to < begin + static_cast<std::size_t>(d); ++i)
      if (node_at(i) == node)
        std::swap(order[open[to++]], order[open[i]]);
  }
  return order;
}

} // namespace kitchen
