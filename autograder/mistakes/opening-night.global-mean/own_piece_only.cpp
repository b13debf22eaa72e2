// expect: wrong; words: each rank holds the mean of its own `shard`
// mistake: row 18, the mean of the own piece
#include "exercise.hpp"

namespace kitchen {

double global_mean(const xt::xtensor<double, 1> &shard, MPI_Comm comm) {
  (void)comm;
  double sum = 0, count = static_cast<double>(shard.size());
  for (const double value : shard)
    sum += value;
  return count == 0 ? 0 : sum / count;
}

} // namespace kitchen
