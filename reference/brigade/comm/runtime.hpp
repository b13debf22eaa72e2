#pragma once

#include "brigade/comm/group.hpp"
#include "brigade/mesh/mesh.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace brigade {

/// What a process knows of the job that it is one rank of. Made once, by run_main; every rank drives one
/// device, whose id is its rank.
class Runtime {
public:
  int rank() const;
  int device_count() const;
  /// Node (machine) of each rank, numbered from 0 in the order of their lowest ranks.
  std::span<const int> nodes() const;
  int ranks_on_this_node() const;
  /// Cores that this process may use.
  int cores() const;

  /// All ranks.
  Group world() const;
  /// This rank's group along `axes` (first is major). Made without communication. Throws InputError where the
  /// mesh's device count is not the job's, or an axis is unknown.
  Group group(const Mesh &mesh, const std::vector<std::string> &axes) const;

  /// `bytes` of zeroed memory that the other ranks of this node can reach, aligned to 64 bytes: collectives
  /// on spans inside it copy nothing. All ranks of the job call it together with the same size order; freed with the runtime.
  /// Falls back to private memory (with a line on standard error from rank 0) where /dev/shm is too small.
  void *allocate_shared(std::size_t bytes);
  // Construction, private state: comm/ decides.
};

} // namespace brigade
