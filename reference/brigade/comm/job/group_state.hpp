#pragma once

#include "brigade/comm/communicator.hpp"
#include "brigade/comm/shared_memory/window.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace brigade {

struct RuntimeState;

/// What the copies of a group have together. comm/ only.
struct GroupState {
  RuntimeState *runtime = nullptr;
  std::vector<int> members; ///< ranks in the world
  int rank = 0;             ///< this rank's place
  std::string name;
  std::string_view ledger_name;     ///< `name`, interned
  std::uint64_t hash = 0;           ///< of mesh and axes (and of members): the same on all members
  std::uint64_t sequence = 0;       ///< collectives started so far
  int nodes = 1;                    ///< that the members are on
  MPI_Comm library = MPI_COMM_NULL; ///< a real communicator with these members, where one was made
  std::unique_ptr<SharedGroup>
      shared; ///< ways through shared memory, where all members are on this node
};

} // namespace brigade
