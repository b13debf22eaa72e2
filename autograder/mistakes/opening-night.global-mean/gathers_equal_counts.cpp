// expect: wrong communication; words: Rank 1 gives MPI_Allgather (global_mean.cpp:13), 4 MPI_DOUBLE (32 bytes), use the v-form
// mistake: row 9, a gather of equal blocks where the shards differ in length
#include "exercise.hpp"

#include <vector>

namespace kitchen {

double global_mean(const xt::xtensor<double, 1> &shard, MPI_Comm comm) {
  int ranks = 0;
  MPI_Comm_size(comm, &ranks);
  std::vector<double> all(shard.size() * ranks);
  MPI_Allgather(shard.data(), shard.size(), MPI_DOUBLE, all.data(), shard.size(), MPI_DOUBLE, comm);
  double sum = 0;
  for (const double value : all)
    sum += value;
  return all.empty() ? 0 : sum / all.size();
}

} // namespace kitchen
