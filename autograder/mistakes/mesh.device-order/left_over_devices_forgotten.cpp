// expect: wrong; words: The order has 0 devices, Devices are left over
// mistake: row 1, the devices that fill no whole group get no place
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
  const std::int64_t d = shape[talks_most];
  std::map<std::int64_t, std::vector<std::int64_t>> on;
  for (std::size_t device = 0; device < node_of.size(); ++device)
    on[node_of[device]].push_back(static_cast<std::int64_t>(device));
  std::vector<std::int64_t> line, rest;
  for (const auto &[node, devices] : on) {
    const auto whole = static_cast<std::ptrdiff_t>(devices.size()) / d * d;
    line.insert(line.end(), devices.begin(), devices.begin() + whole);
    rest.insert(rest.end(), devices.begin() + whole, devices.end());
  }
  return line;
}

} // namespace kitchen
