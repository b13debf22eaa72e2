#include "missing_axes.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace brigade::plan {

namespace {

Mesh with_axes(const Mesh &mesh, const std::vector<std::string> &axes) {
  std::vector<std::string> names = mesh.axis_names();
  Shape sizes = mesh.shape();
  for (const std::string &axis : axes)
    if (std::ranges::find(names, axis) == names.end()) {
      names.push_back(axis);
      sizes.push_back(1);
    }
  return Mesh(DeviceGrid(sizes), names);
}

// As --mesh takes it: x=2,y=4.
std::string as_option(const Mesh &mesh) {
  std::string text;
  for (const std::string &axis : mesh.axis_names())
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", axis, mesh.axis_size(axis));
  return text;
}

// The mesh with all of the axes, if that is what `make` needs.
std::optional<Mesh> wider_that_works(const Mesh &mesh, const MakeProgram &make,
                                     const NamedAxes &axes) {
  try {
    const Mesh wider = with_axes(mesh, axes());
    make(wider);
    return wider;
  } catch (const InputError &) {
    return std::nullopt; // something else is wrong
  }
}

} // namespace

Program made_for_mesh(const std::optional<Mesh> &mesh, const MakeProgram &make,
                      const NamedAxes &axes) {
  try {
    return make(mesh);
  } catch (const InputError &error) {
    const std::optional<Mesh> works = mesh ? wider_that_works(*mesh, make, axes) : std::nullopt;
    if (!works)
      throw;
    throw InputError(fmt::format("{}; --mesh {} would work", error.what(), as_option(*works)));
  }
}

} // namespace brigade::plan
