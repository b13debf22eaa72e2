// right: two nonblocking all-reduces, the count as an integer
#include "exercise.hpp"
#include <cstdint>

namespace kitchen {

double global_mean(const xt::xtensor<double, 1> &shard, MPI_Comm comm) {
  std::int64_t count = static_cast<std::int64_t>(shard.size());
  double sum = 0;
  for (std::size_t i = shard.size(); i-- > 0;) // from the end: another order of adding
    sum += shard(i);
  MPI_Request requests[2];
  MPI_Iallreduce(MPI_IN_PLACE, &count, 1, MPI_INT64_T, MPI_SUM, comm, &requests[0]);
  MPI_Iallreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, comm, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

} // namespace kitchen
