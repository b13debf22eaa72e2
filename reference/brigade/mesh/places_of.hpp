#pragma once

#include "brigade/core/shape.hpp"

#include <string>

namespace brigade {

/// How many places a mesh of this shape has, as messages say it: "2 x 4 = 8 places", "4 places".
std::string places_of(const Shape &shape);

} // namespace brigade
