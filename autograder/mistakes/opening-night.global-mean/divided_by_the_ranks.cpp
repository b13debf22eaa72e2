// expect: wrong; words: own count times the number of ranks
// mistake: row 72, equal weights for pieces of different lengths
#include "exercise.hpp"

namespace kitchen {

double global_mean(const xt::xtensor<double, 1> &shard, MPI_Comm comm) {
  int ranks = 0;
  MPI_Comm_size(comm, &ranks);
  double sum = 0, count = static_cast<double>(shard.size());
  for (const double value : shard)
    sum += value;
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
  return count == 0 ? 0 : sum / (count * ranks); // as if all pieces were as long as this one
}

} // namespace kitchen
