// expect: wrong; words: the mean of the ranks' means of `shard`
// mistake: row 18, the plain mean of the ranks' means
#include "exercise.hpp"

namespace kitchen {

double global_mean(const xt::xtensor<double, 1> &shard, MPI_Comm comm) {
  int ranks = 0;
  MPI_Comm_size(comm, &ranks);
  double sum = 0, count = static_cast<double>(shard.size());
  for (const double value : shard)
    sum += value;
  double mean = count == 0 ? 0 : sum / count;
  MPI_Allreduce(MPI_IN_PLACE, &mean, 1, MPI_DOUBLE, MPI_SUM, comm);
  return mean / ranks;
}

} // namespace kitchen
