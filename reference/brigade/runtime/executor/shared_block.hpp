#pragma once

#include "brigade/comm/runtime.hpp"

#include <cstddef>

namespace brigade {

/// Memory that the other ranks of this node can reach (Runtime::allocate_shared), which is not
/// freed before the end of the job: so what one block leaves, a later one takes.
class SharedBlock {
public:
  /// All ranks together, each with the bytes that its plan says; zeroed or not.
  SharedBlock(Runtime &runtime, std::size_t bytes);
  ~SharedBlock();
  SharedBlock(const SharedBlock &) = delete;
  SharedBlock &operator=(const SharedBlock &) = delete;

  /// Null where no rank needs any.
  std::byte *data() const;
  /// Of each rank: as many as the one takes that needs most.
  std::size_t bytes() const;

private:
  std::size_t number_;
};

} // namespace brigade
