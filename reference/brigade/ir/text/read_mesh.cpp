#include "brigade/ir/text/read_mesh.hpp"

#include "brigade/ir/program.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace brigade {

Mesh read_mesh(TokenReader &reader) {
  const Token begin = reader.peek();
  std::vector<std::string> axes;
  Shape sizes;
  reader.expect("{");
  if (!reader.take("}")) {
    do {
      axes.push_back(reader.name("an axis, as in x: 4"));
      reader.expect(":");
      sizes.push_back(reader.integer("the number of devices along the axis"));
    } while (reader.take(","));
    if (!reader.take("}"))
      reader.fail("',' or '}'");
  }
  std::optional<std::vector<DeviceId>> devices;
  if (reader.take("devices")) {
    reader.expect("=");
    devices = reader.integers();
  }
  if (axes.size() > kMostAxes)
    reader.reject(begin, fmt::format("the mesh has {} axes; a program's mesh has at most {}",
                                     axes.size(), kMostAxes));
  return reader.located(begin, [&] {
    return Mesh(devices ? DeviceGrid(sizes, std::move(*devices)) : DeviceGrid(sizes), axes);
  });
}

} // namespace brigade
