// expect: wrong communication; words: called MPI_Allreduce 3 times, at most 2
// mistake: a third all-reduce to find out whether anybody has anything
#include "exercise.hpp"

namespace kitchen {

double global_mean(const xt::xtensor<double, 1> &shard, MPI_Comm comm) {
  double sum = 0, count = static_cast<double>(shard.size());
  for (const double value : shard)
    sum += value;
  int anything = count > 0;
  MPI_Allreduce(MPI_IN_PLACE, &anything, 1, MPI_INT, MPI_LOR, comm);
  if (!anything)
    return 0;
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
  MPI_Allreduce(MPI_IN_PLACE, &count, 1, MPI_DOUBLE, MPI_SUM, comm);
  return sum / count;
}

} // namespace kitchen
