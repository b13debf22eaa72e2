// expect: wrong communication; words: sent 324 bytes, MPI_Allgatherv once
// mistake: all elements are sent to all ranks, which add them up
#include "exercise.hpp"
#include <vector>

namespace kitchen {

double global_mean(const xt::xtensor<double, 1> &shard, MPI_Comm comm) {
  int ranks = 0;
  MPI_Comm_size(comm, &ranks);
  const int own = static_cast<int>(shard.size());
  std::vector<int> counts(ranks), starts(ranks, 0);
  MPI_Allgather(&own, 1, MPI_INT, counts.data(), 1, MPI_INT, comm);
  for (int r = 1; r < ranks; ++r)
    starts[r] = starts[r - 1] + counts[r - 1];
  std::vector<double> all(starts.back() + counts.back());
  MPI_Allgatherv(shard.data(), own, MPI_DOUBLE, all.data(), counts.data(), starts.data(),
                 MPI_DOUBLE, comm);
  double sum = 0;
  for (const double value : all)
    sum += value;
  return all.empty() ? 0 : sum / static_cast<double>(all.size());
}

} // namespace kitchen
