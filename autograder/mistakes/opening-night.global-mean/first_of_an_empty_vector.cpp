// expect: crashed; words: segmentation fault, null pointer
// mistake: row 55, the first element is taken where a rank has none
#include "exercise.hpp"

#include <vector>

namespace kitchen {

double global_mean(const xt::xtensor<double, 1> &shard, MPI_Comm comm) {
  const std::vector<double> values(shard.begin(), shard.end());
  double all[] = {values[0], static_cast<double>(values.size())};
  for (std::size_t i = 1; i < values.size(); ++i)
    all[0] += values[i];
  MPI_Allreduce(MPI_IN_PLACE, all, 2, MPI_DOUBLE, MPI_SUM, comm);
  return all[0] / all[1];
}

} // namespace kitchen
