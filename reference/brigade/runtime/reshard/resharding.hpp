#pragma once

#include "brigade/runtime/aligned_memory.hpp"
#include "brigade/runtime/array.hpp"
#include "brigade/runtime/executor/executable.hpp"
#include "brigade/runtime/reshard/block_exchange.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace brigade {

/// How arrays of one type go from one sharding to another: planned once, run many times.
///
/// Between shardings over one mesh by the partitioner's collectives (lowered_reshard), as inside of
/// a program; but not where they would send more than devices lack. A chain of collectives may:
/// what passes by another dimension on its way goes twice, and a permute fills up blocks of unequal
/// sizes. That, and what goes between meshes, is sent in one step (plan_block_exchange).
///
/// Must not outlive the Runtime.
class Resharding {
public:
  /// All ranks together. `array` says the type and how it lies; `to` does not give every device the
  /// block that it has now. Throws as Array::empty.
  Resharding(const Array &array, const NamedSharding &to);

  /// Whether it is for such arrays.
  bool is_for(const Array &array, const NamedSharding &to) const;
  /// All ranks together.
  Array operator()(const Array &array);
  /// Of an array, all devices' blocks together.
  std::size_t whole_bytes() const;

private:
  Array from_, to_; // how arrays lie before and after; without memory
  std::optional<Executable> collectives_;
  std::vector<Transfer> exchange_; // where there are no collectives
  RecycledMemory exchanged_{1};    // its result's
};

} // namespace brigade
