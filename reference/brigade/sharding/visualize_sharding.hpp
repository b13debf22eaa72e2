#pragma once

#include "brigade/core/terminal.hpp"
#include "brigade/sharding/shard_picture.hpp"

#include <string>

namespace brigade {

/// Draws which devices hold which part of an array, as boxes in proportion to its shape: the
/// numbers in a box are its devices, several where it is replicated, and the numbers at the edges
/// are positions in the array. Dimension 0 goes down and dimension 1 across; of more dimensions,
/// two are chosen. Lines are at most terminal.columns wide, 32 at least (wide drawings continue
/// below), in box characters where terminal.utf8, in colours where terminal.colours. Meshes above
/// kMostDevicesDrawn devices are summed up. Throws InputError as picture_of does.
std::string visualize_sharding(const NamedSharding &sharding, const Shape &global_shape,
                               const Terminal &terminal, const PictureOptions &options = {});

/// The same as an SVG document.
std::string visualize_sharding_svg(const NamedSharding &sharding, const Shape &global_shape,
                                   const PictureOptions &options = {});

} // namespace brigade
