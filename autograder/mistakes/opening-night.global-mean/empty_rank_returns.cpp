// expect: hung; words: Rank 1 waits in MPI_Allreduce, behind an early return
// mistake: row 23, a rank with an empty piece returns before the collective
#include "exercise.hpp"

namespace kitchen {

double global_mean(const xt::xtensor<double, 1> &shard, MPI_Comm comm) {
  if (shard.size() == 0)
    return 0;
  double sum = 0, count = static_cast<double>(shard.size());
  for (const double value : shard)
    sum += value;
  double pair[2] = {sum, count};
  MPI_Allreduce(MPI_IN_PLACE, pair, 2, MPI_DOUBLE, MPI_SUM, comm);
  return pair[0] / pair[1];
}

} // namespace kitchen
