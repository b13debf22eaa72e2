#pragma once

#include "brigade/ir/program.hpp"
#include "brigade/mesh/mesh.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace brigade::plan {

using MakeProgram = std::function<Program(const std::optional<Mesh> &)>;
using NamedAxes = std::function<std::vector<std::string>()>;

/// What `make` makes for the mesh of --mesh. Where it throws InputError, and would not if the mesh
/// had all of `axes` too, of size 1, over which nothing is cut, the error also says that --mesh.
Program made_for_mesh(const std::optional<Mesh> &mesh, const MakeProgram &make,
                      const NamedAxes &axes);

} // namespace brigade::plan
