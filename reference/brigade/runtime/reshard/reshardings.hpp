#pragma once

#include "brigade/runtime/reshard/resharding.hpp"

#include <cstddef>
#include <list>

namespace brigade {

/// The reshardings that were used last, so that a program which moves arrays in the same ways again
/// plans each way once. Of what they keep, the memory too (of results, and what they work in), each
/// is bounded by the bytes of a whole array, which are the same on all ranks: where one rank has to
/// plan, all have. Of larger arrays none is kept: to move them takes much longer than to plan it.
class Reshardings {
public:
  static constexpr std::size_t kMostKept = 64;

  /// `most_bytes`: of the whole arrays that the kept ones are for, together.
  explicit Reshardings(std::size_t most_bytes = std::size_t{64} << 20) : most_bytes_(most_bytes) {}

  /// `array`, lying as `to` says, where that does not give every device the block that it has now.
  /// All ranks together. Throws as Array::empty.
  Array operator()(const Array &array, const NamedSharding &to);

private:
  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::list<Resharding> used_; // last used first
};

} // namespace brigade
