#pragma once

#include "brigade/runtime/array.hpp"
#include "brigade/sharding/visualize_sharding.hpp"

#include <iostream>

namespace brigade {

/// Draws to `out` which devices hold which part of the array, for the terminal that the program
/// has. Rank 0 draws; the others return at once, so any rank may call it. Throws InputError as
/// picture_of does.
void visualize_sharding(const Array &array, const PictureOptions &options = {},
                        std::ostream &out = std::cout);

} // namespace brigade
