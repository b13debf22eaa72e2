#include "brigade/tracer/node.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <mpi.h>
#include <sched.h>
#include <thread>

namespace brigade {
namespace {

/// The positive number at the start of an environment variable ("4", or Slurm's "4(x2)"); 0 if
/// there is none.
int number_in_environment(const char *name) {
  const char *text = std::getenv(name);
  int number = 0;
  if (text)
    std::from_chars(text, text + std::strlen(text), number);
  return std::max(number, 0);
}

int cores_in_affinity_mask() {
#if defined(__linux__)
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) == 0)
    return CPU_COUNT(&cores);
#endif
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

} // namespace

int launched_ranks_on_this_node() {
  for (const char *name :
       {"MPI_LOCALNRANKS", "OMPI_COMM_WORLD_LOCAL_SIZE", "SLURM_STEP_TASKS_PER_NODE"})
    if (const int ranks = number_in_environment(name); ranks > 0)
      return ranks;
  int running = 0, ended = 0, ranks = 1;
  PMPI_Initialized(&running);
  PMPI_Finalized(&ended);
  if (running && !ended)
    PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
  return ranks;
}

int usable_cores() {
  const int cores = cores_in_affinity_mask();
  // A container that is limited by quota still shows all cores of the machine ("max 100000" = no
  // limit).
  std::ifstream file("/sys/fs/cgroup/cpu.max");
  double quota = 0, period = 0;
  if (file >> quota >> period && period > 0)
    return std::clamp(static_cast<int>(std::ceil(quota / period)), 1, cores);
  return cores;
}

} // namespace brigade
