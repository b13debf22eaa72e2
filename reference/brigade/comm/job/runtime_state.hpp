#pragma once

#include "brigade/comm/communicator.hpp"
#include "brigade/comm/job/abort_word.hpp"
#include "brigade/comm/job/group_state.hpp"
#include "brigade/comm/selection/selection.hpp"
#include "brigade/comm/shared_memory/window.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <typeindex>
#include <vector>

namespace brigade {

/// What stands behind a Runtime. Members are destroyed from the last to the first, communicators
/// before MPI ends.
struct RuntimeState {
  bool started_mpi = false; ///< and so has to end it
  int rank = 0;
  int size = 1;
  std::vector<int> nodes;      ///< of each rank
  std::vector<int> node_ranks; ///< ranks on this node, ascending
  int cores = 1;
  int largest_tag = 32767; ///< that MPI allows
  Communicator world;      ///< all messages of comm/ go through this copy of MPI_COMM_WORLD
  AbortWord abort_word;
  Selection selection;                  ///< of algorithms; the same on all ranks
  std::unique_ptr<SharedWindow> window; ///< memory of this node; null where there is too little
  std::map<std::string, std::shared_ptr<GroupState>> groups;
  std::map<std::string, Communicator> communicators;
  std::vector<std::unique_ptr<std::byte[]>> private_memory; ///< where shared memory was too small
  std::map<std::type_index, std::shared_ptr<void>> kept;    ///< by layers above (Runtime::kept)
};

} // namespace brigade
