// expect: wrong communication; words: MPI_Reduce, MPI_IN_PLACE, not the root
// mistake: row 20, MPI_IN_PLACE on ranks that are not the root
#include "exercise.hpp"

namespace kitchen {

double global_mean(const xt::xtensor<double, 1> &shard, MPI_Comm comm) {
  double sum = 0, count = static_cast<double>(shard.size());
  for (const double value : shard)
    sum += value;
  double pair[2] = {sum, count};
  MPI_Reduce(MPI_IN_PLACE, pair, 2, MPI_DOUBLE, MPI_SUM, 0, comm);
  MPI_Bcast(pair, 2, MPI_DOUBLE, 0, comm);
  return pair[1] == 0 ? 0 : pair[0] / pair[1];
}

} // namespace kitchen
