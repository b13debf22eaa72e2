#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <vector>

namespace brigade {

/// By which arguments of a block it is to be differentiated.
struct BlockDerivativeKey {
  std::string block;
  std::vector<bool> active;
  auto operator<=>(const BlockDerivativeKey &) const = default;
};

/// The two blocks that differentiate a call. `forward` returns what the block does and then the
/// residuals, what `backward` needs of its inside. `backward` takes some of the arguments, some of
/// the results, all residuals and the cotangents of some results, and returns the cotangents of the
/// active arguments.
struct BlockDerivative {
  std::string forward, backward;
  std::vector<std::size_t> arguments, results; ///< those that backward takes
  std::vector<std::size_t> cotangents;         ///< the results whose cotangents it takes
};

} // namespace brigade
