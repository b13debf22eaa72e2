// expect: hung; words: the number of turns must be the same on every rank
// mistake: row 24, a collective inside a loop whose length differs between ranks
#include "exercise.hpp"

namespace kitchen {

double global_mean(const xt::xtensor<double, 1> &shard, MPI_Comm comm) {
  double sum = 0, count = 0;
  for (const double value : shard) {
    double added[2] = {value, 1};
    MPI_Allreduce(MPI_IN_PLACE, added, 2, MPI_DOUBLE, MPI_SUM, comm);
    sum += added[0];
    count += added[1];
  }
  return count == 0 ? 0 : sum / count;
}

} // namespace kitchen
