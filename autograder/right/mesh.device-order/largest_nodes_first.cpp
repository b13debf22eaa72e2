// right: another order of the nodes, and each node's devices backwards
#include "exercise.hpp"

#include <algorithm>
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
  for (std::size_t device = node_of.size(); device-- > 0;)
    on[node_of[device]].push_back(static_cast<std::int64_t>(device));
  std::vector<std::vector<std::int64_t>> nodes;
  for (const auto &[node, devices] : on)
    nodes.push_back(devices);
  std::sort(nodes.begin(), nodes.end(),
            [](const auto &a, const auto &b) { return a.size() > b.size(); });
  std::vector<std::int64_t> line, rest;
  for (const std::vector<std::int64_t> &devices : nodes)
    for (std::size_t i = 0; i < devices.size(); ++i)
      (i < devices.size() / static_cast<std::size_t>(d) * static_cast<std::size_t>(d) ? line : rest)
          .push_back(devices[i]);
  line.insert(line.end(), rest.begin(), rest.end());
  std::vector<std::int64_t> order(node_of.size());
  std::size_t next = 0;
  for (std::int64_t first = 0; first < places; ++first)
    if (first / stride % d == 0)
      for (std::int64_t c = 0; c < d; ++c)
        order[static_cast<std::size_t>(first + c * stride)] = line[next++];
  return order;
}

} // namespace kitchen
