#include "exercise.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace kitchen {

// [scatter_rows]
xt::xtensor<double, 2> scatter_rows(const xt::xtensor<double, 2> &matrix, int root, MPI_Comm comm) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);

  std::array<int, 2> shape = {static_cast<int>(matrix.shape(0)), static_cast<int>(matrix.shape(1))};
  MPI_Bcast(shape.data(), 2, MPI_INT, root, comm);
  const long rows = shape[0], columns = shape[1];

  std::vector<int> counts, starts; // in elements
  for (long r = 0; r < ranks; ++r) {
    const long begin = r * rows / ranks, end = (r + 1) * rows / ranks;
    starts.push_back(static_cast<int>(begin * columns));
    counts.push_back(static_cast<int>((end - begin) * columns));
  }
  const auto own = static_cast<std::size_t>(rank);
  const long own_rows = (rank + 1) * rows / ranks - rank * rows / ranks;
  auto block = xt::xtensor<double, 2>::from_shape(
      {static_cast<std::size_t>(own_rows), static_cast<std::size_t>(columns)});
  MPI_Scatterv(matrix.data(), counts.data(), starts.data(), MPI_DOUBLE, block.data(), counts[own],
               MPI_DOUBLE, root, comm);
  return block;
}
// [scatter_rows]

} // namespace kitchen
