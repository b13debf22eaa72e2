#pragma once

#include "brigade/ir/literal.hpp"

#include <algorithm>

namespace brigade {

/// How far two arrays are from each other.
struct Difference {
  double absolute = 0; ///< the largest of an element; infinite where one of the two is no number
  double relative = 0; ///< that, over the largest number of what was expected (1 where it has none)

  /// The larger of both.
  friend Difference larger(const Difference &a, const Difference &b) {
    return {std::max(a.absolute, b.absolute), std::max(a.relative, b.relative)};
  }
};

/// Throws InputError if the types differ. nan does not differ from nan, nor inf from inf.
Difference difference(const Literal &expected, const Literal &got);

} // namespace brigade
