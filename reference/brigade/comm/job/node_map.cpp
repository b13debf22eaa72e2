#include "brigade/comm/job/node_map.hpp"

#include "brigade/comm/mpi_error.hpp"
#include "brigade/tracer/wait.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace brigade {
namespace {

using NodeName = std::array<char, 256>;

/// Boot id alone would join two hosts that are containers of one machine, the host name alone two
/// machines that have the same one.
NodeName name_of_this_node() {
  char host[128] = "";
  gethostname(host, sizeof host - 1);
  std::string boot;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot);
  struct stat shared_memory = {};
  stat("/dev/shm", &shared_memory);
  const std::string text = fmt::format("{} {} {}", host, boot, shared_memory.st_dev);
  NodeName name = {};
  std::copy_n(text.begin(), std::min(text.size(), name.size()), name.begin());
  return name;
}

} // namespace

std::vector<int> map_nodes(MPI_Comm comm) {
  int size = 0;
  check(PMPI_Comm_size(comm, &size), "MPI_Comm_size");
  const NodeName own = name_of_this_node();
  std::vector<NodeName> names(static_cast<std::size_t>(size));
  MPI_Request request = MPI_REQUEST_NULL;
  check(PMPI_Iallgather(own.data(), static_cast<int>(own.size()), MPI_CHAR, names.data(),
                        static_cast<int>(own.size()), MPI_CHAR, comm, &request),
        "MPI_Iallgather");
  check(wait(&request), "MPI_Iallgather");
  std::vector<NodeName> seen;
  std::vector<int> nodes;
  for (const NodeName &name : names) {
    const auto found = std::find(seen.begin(), seen.end(), name);
    nodes.push_back(static_cast<int>(found - seen.begin()));
    if (found == seen.end())
      seen.push_back(name);
  }
  return nodes;
}

} // namespace brigade
