#pragma once

#include "brigade/gspmd/layout.hpp"

#include <vector>

namespace brigade {

/// Every layout of a value of `rank` dimensions: each axis of the mesh cuts a dimension, in every
/// order, or none; with `reduction`, it may also be unreduced.
std::vector<Layout> all_layouts(std::size_t rank, const Mesh &mesh);
std::vector<Layout> all_layouts(std::size_t rank, const Mesh &mesh, ReduceOp reduction);

} // namespace brigade
