#pragma once

#include "brigade/core/shape.hpp"
#include "brigade/data/files/stored_type.hpp"

#include <cstddef>

namespace brigade {

/// What the header of an array file says: its numbers lie row-major from byte `offset` on.
struct StoredArray {
  Shape shape;
  StoredFormat format;
  std::size_t offset = 0;
};

} // namespace brigade
