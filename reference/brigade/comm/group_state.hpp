#pragma once

#include "brigade/comm/communicator.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace brigade {

class SharedWindow; // ways through memory shared inside a node
struct RuntimeState;

/// What the copies of a group have together. comm/ only.
struct GroupState {
  RuntimeState *runtime = nullptr;
  std::vector<int> members; ///< ranks in the world
  int rank = 0;             ///< this rank's place
  std::string name;
  std::string_view ledger_name;     ///< `name`, interned
  std::uint64_t hash = 0;           ///< of mesh and axes (and of members): the same on all members
  std::uint32_t sequence = 0;       ///< collectives started so far
  bool one_node = false;            ///< all members are on one node
  int node = 0, nodes = 1;          ///< this node, and how many nodes the members are on
  MPI_Comm library = MPI_COMM_NULL; ///< a real communicator with these members, where one was made
  std::shared_ptr<SharedWindow> window; ///< where one covers the group
};

} // namespace brigade
