// expect: wrong; words: divided by the rank's own count
// mistake: row 21, the count of the all-reduce covers one number of two
#include "exercise.hpp"

namespace kitchen {

double global_mean(const xt::xtensor<double, 1> &shard, MPI_Comm comm) {
  double sum = 0, count = static_cast<double>(shard.size());
  for (const double value : shard)
    sum += value;
  double pair[2] = {sum, count};
  MPI_Allreduce(MPI_IN_PLACE, pair, 1, MPI_DOUBLE, MPI_SUM, comm);
  return pair[1] == 0 ? 0 : pair[0] / pair[1];
}

} // namespace kitchen
