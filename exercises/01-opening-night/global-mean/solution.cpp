#include "exercise.hpp"

#include <array>

namespace kitchen {

// [global_mean]
double global_mean(const xt::xtensor<double, 1> &shard, MPI_Comm comm) {
  std::array<double, 2> sum_and_count = {0, static_cast<double>(shard.size())};
  for (const double value : shard)
    sum_and_count[0] += value;
  MPI_Allreduce(MPI_IN_PLACE, sum_and_count.data(), 2, MPI_DOUBLE, MPI_SUM, comm);
  const auto [sum, count] = sum_and_count;
  return count == 0 ? 0 : sum / count;
}
// [global_mean]

} // namespace kitchen
