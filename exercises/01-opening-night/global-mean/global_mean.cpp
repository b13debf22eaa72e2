#include "exercise.hpp"

namespace kitchen {

double global_mean(const xt::xtensor<double, 1> &shard, MPI_Comm comm) {
  // TODO(01.5): the mean of all elements of all ranks, with at most two all-reduces.
  (void)shard, (void)comm;
  throw brigade::NotImplemented("01.5");
}

} // namespace kitchen
