// expect: wrong; words: the place of each device, the way back
// mistake: the way back is returned: at which place each device stands
#include "exercise.hpp"

#include <map>
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
  std::map<std::int64_t, std::vector<std::int64_t>> on;
  for (std::size_t device = 0; device < node_of.size(); ++device)
    on[node_of[device]].push_back(static_cast<std::int64_t>(device));
  std::vector<std::int64_t> line, rest;
  for (const auto &[node, devices] : on) {
    const auto whole = static_cast<std::ptrdiff_t>(devices.size()) / d * d;
    line.insert(line.end(), devices.begin(), devices.begin() + whole);
    rest.insert(rest.end(), devices.begin() + whole, devices.end());
  }
  line.insert(line.end(), rest.begin(), rest.end());
  std::vector<std::int64_t> order(node_of.size());
  std::size_t next = 0;
  for (std::int64_t first = 0; first < places; ++first)
    if (first / stride % d == 0)
      for (std::int64_t c = 0; c < d; ++c)
        order[static_cast<std::size_t>(line[next++])] = first + c * stride;
  return order;
}

} // namespace kitchen
