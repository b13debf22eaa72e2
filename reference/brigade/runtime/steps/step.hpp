#pragma once

#include <cstddef>
#include <vector>

namespace brigade {

/// The memories that a run works in, by number; which is which, StepMemory says.
using Bases = std::byte *const *;

/// A place in one of them.
struct Address {
  std::size_t base = 0;
  std::size_t offset = 0; ///< in bytes
  std::byte *in(Bases bases) const { return bases[base] + offset; }
};

/// Something that a device does, with everything but the memories' beginnings looked up beforehand.
class Step {
public:
  virtual ~Step() = default;
  /// Allocates nothing; but a collective's messages may.
  virtual void run(Bases bases) = 0;
};

} // namespace brigade
