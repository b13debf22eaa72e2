// expect: crashed; words: MPI_Sendrecv, rank 3 is none of the communicator's
// mistake: row 67, partners by xor, which are there for powers of two only
#include "exercise.hpp"

namespace kitchen {

double global_mean(const xt::xtensor<double, 1> &shard, MPI_Comm comm) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  double own[] = {0, static_cast<double>(shard.size())};
  for (const double value : shard)
    own[0] += value;
  for (int step = 1; step < ranks; step *= 2) {
    const int partner = rank ^ step;
    double other[] = {0, 0};
    MPI_Sendrecv(own, 2, MPI_DOUBLE, partner, 0, other, 2, MPI_DOUBLE, partner, 0, comm,
                 MPI_STATUS_IGNORE);
    own[0] += other[0];
    own[1] += other[1];
  }
  return own[1] == 0 ? 0 : own[0] / own[1];
}

} // namespace kitchen
