#include "exercise.hpp"

#include <map>
#include <stdexcept>

namespace kitchen {

namespace {

// Devices of whole groups of `d` on one node, one group after another; then the devices left over.
// [line_up]
std::vector<std::int64_t> line_up(const std::vector<std::int64_t> &node_of, std::int64_t d) {
  std::map<std::int64_t, std::vector<std::int64_t>> devices_on;
  for (std::size_t device = 0; device < node_of.size(); ++device)
    devices_on[node_of[device]].push_back(static_cast<std::int64_t>(device));
  std::vector<std::int64_t> line, left_over;
  for (const auto &[node, devices] : devices_on) {
    const auto in_groups = static_cast<std::ptrdiff_t>(devices.size()) / d * d;
    line.insert(line.end(), devices.begin(), devices.begin() + in_groups);
    left_over.insert(left_over.end(), devices.begin() + in_groups, devices.end());
  }
  line.insert(line.end(), left_over.begin(), left_over.end());
  return line;
}
// [line_up]

} // namespace

// [device_order]
std::vector<std::int64_t> device_order(const std::vector<std::int64_t> &shape,
                                       const std::vector<std::int64_t> &node_of,
                                       std::size_t talks_most) {
  const std::int64_t places = brigade::element_count(shape);
  if (places != static_cast<std::int64_t>(node_of.size()))
    throw std::invalid_argument("the mesh has another number of places than there are devices");
  if (talks_most >= shape.size())
    throw std::out_of_range("the mesh has no such axis");
  const std::int64_t d = shape[talks_most], stride = brigade::row_major_strides(shape)[talks_most];
  std::vector<std::int64_t> order(node_of.size());
  std::size_t next = 0;
  const std::vector<std::int64_t> line = line_up(node_of, d);
  for (std::int64_t first = 0; first < places; ++first)
    if (first / stride % d == 0)
      for (std::int64_t c = 0; c < d; ++c)
        order[static_cast<std::size_t>(first + c * stride)] = line[next++];
  return order;
}
// [device_order]

} // namespace kitchen
