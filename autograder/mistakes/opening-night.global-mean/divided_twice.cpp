// expect: wrong; words: 2 times too small, once too often
// mistake: row 71, divided by the count before the all-reduce and again by the ranks
#include "exercise.hpp"

namespace kitchen {

double global_mean(const xt::xtensor<double, 1> &shard, MPI_Comm comm) {
  int ranks = 0;
  MPI_Comm_size(comm, &ranks);
  double sum = 0, count = static_cast<double>(shard.size());
  for (const double value : shard)
    sum += value;
  double total = count;
  MPI_Allreduce(MPI_IN_PLACE, &total, 1, MPI_DOUBLE, MPI_SUM, comm);
  double mean = total == 0 ? 0 : sum / total;
  MPI_Allreduce(MPI_IN_PLACE, &mean, 1, MPI_DOUBLE, MPI_SUM, comm);
  return mean / ranks;
}

} // namespace kitchen
