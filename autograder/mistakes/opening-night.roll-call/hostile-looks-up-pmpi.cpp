// expect: pass; words: dlsym, tracer
// mistake: hostile: the right answer, by a way around the tracer
#include "exercise.hpp"

#include <dlfcn.h>

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  using AllGather = int (*)(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, MPI_Comm);
  const auto all_gather = reinterpret_cast<AllGather>(dlsym(RTLD_DEFAULT, "PMPI_Allgather"));
  int ranks = 0;
  MPI_Comm_size(comm, &ranks);
  std::vector<int> badges(static_cast<std::size_t>(ranks));
  all_gather(&badge, 1, MPI_INT, badges.data(), 1, MPI_INT, comm);
  return badges;
}

} // namespace kitchen
