// expect: wrong communication; words: MPI_Allreduce, buffers that overlap
// mistake: row 13, send and receive buffer are the same without MPI_IN_PLACE
#include "exercise.hpp"

namespace kitchen {

double global_mean(const xt::xtensor<double, 1> &shard, MPI_Comm comm) {
  double sum = 0, count = static_cast<double>(shard.size());
  for (const double value : shard)
    sum += value;
  double pair[2] = {sum, count};
  MPI_Allreduce(pair, pair, 2, MPI_DOUBLE, MPI_SUM, comm);
  return pair[1] == 0 ? 0 : pair[0] / pair[1];
}

} // namespace kitchen
