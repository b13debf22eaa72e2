// expect: crashed; words: Rank 0 threw std::invalid_argument, leaves the others waiting
// mistake: row 59, an exception on one rank while the others wait
#include "exercise.hpp"
#include <stdexcept>

namespace kitchen {

double global_mean(const xt::xtensor<double, 1> &shard, MPI_Comm comm) {
  if (shard.size() == 0)
    throw std::invalid_argument("the piece is empty");
  double sum = 0, count = static_cast<double>(shard.size());
  for (const double value : shard)
    sum += value;
  double pair[2] = {sum, count};
  MPI_Allreduce(MPI_IN_PLACE, pair, 2, MPI_DOUBLE, MPI_SUM, comm);
  return pair[0] / pair[1];
}

} // namespace kitchen
