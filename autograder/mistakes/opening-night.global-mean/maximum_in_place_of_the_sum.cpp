// expect: wrong; words: what comes of rank 1's `shard` alone
// mistake: row 16, the wrong reduction
#include "exercise.hpp"

namespace kitchen {

double global_mean(const xt::xtensor<double, 1> &shard, MPI_Comm comm) {
  double sum = 0, count = static_cast<double>(shard.size());
  for (const double value : shard)
    sum += value;
  double pair[2] = {sum, count};
  MPI_Allreduce(MPI_IN_PLACE, pair, 2, MPI_DOUBLE, MPI_MAX, comm);
  return pair[1] == 0 ? 0 : pair[0] / pair[1];
}

} // namespace kitchen
