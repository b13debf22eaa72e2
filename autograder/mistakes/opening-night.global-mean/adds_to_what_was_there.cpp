// expect: wrong; words: what the call before got is still in it, static variable
// mistake: row 69, the sum of the first call is still there at the second
#include "exercise.hpp"

namespace kitchen {

double global_mean(const xt::xtensor<double, 1> &shard, MPI_Comm comm) {
  static double pair[2];
  pair[1] += static_cast<double>(shard.size());
  for (const double value : shard)
    pair[0] += value;
  double all[2];
  MPI_Allreduce(pair, all, 2, MPI_DOUBLE, MPI_SUM, comm);
  return all[1] == 0 ? 0 : all[0] / all[1];
}

} // namespace kitchen
