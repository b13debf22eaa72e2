// expect: wrong; words: only rank 0 has the result
// mistake: row 19, MPI_Reduce fills the root only
#include "exercise.hpp"

namespace kitchen {

double global_mean(const xt::xtensor<double, 1> &shard, MPI_Comm comm) {
  double sum = 0, count = static_cast<double>(shard.size());
  for (const double value : shard)
    sum += value;
  const double own[2] = {sum, count};
  double all[2] = {0, 0};
  MPI_Reduce(own, all, 2, MPI_DOUBLE, MPI_SUM, 0, comm);
  return all[1] == 0 ? 0 : all[0] / all[1];
}

} // namespace kitchen
