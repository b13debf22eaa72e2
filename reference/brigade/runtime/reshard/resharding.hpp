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
/// a program; but not where these would send more than devices lack. Where both shardings use the
/// same axes and sizes divide they never do: one collective brings each element to where it stays.
/// They may
/// - where `to` uses an axis that `from` does not: copies are cut by the devices' places, and so a
///   device may let go of what it is to have in the end;
/// - where `from` uses an axis that `to` does not: what is gathered in the end may be what a device
///   had in the beginning;
/// - where sizes do not divide: a permute fills up blocks.
/// Then, and between meshes, all is sent in one step (plan_block_exchange).
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
