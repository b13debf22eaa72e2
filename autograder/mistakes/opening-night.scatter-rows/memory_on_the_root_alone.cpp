// expect: crashed; words: MPI_Scatterv, the buffer cannot be used, a null pointer is one only where
// mistake: row 58, only the root has memory to receive into
#include "exercise.hpp"

#include <vector>

namespace kitchen {

xt::xtensor<double, 2> scatter_rows(const xt::xtensor<double, 2> &matrix, int root, MPI_Comm comm) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  int shape[2] = {static_cast<int>(matrix.shape(0)), static_cast<int>(matrix.shape(1))};
  MPI_Bcast(shape, 2, MPI_INT, root, comm);
  const int rows = shape[0], columns = shape[1];
  std::vector<int> counts, starts;
  for (int r = 0; r < ranks; ++r) {
    starts.push_back(r * rows / ranks * columns);
    counts.push_back((r + 1) * rows / ranks * columns - starts.back());
  }
  const std::size_t own_rows = (rank + 1) * rows / ranks - rank * rows / ranks;
  auto block = xt::xtensor<double, 2>::from_shape({own_rows, static_cast<std::size_t>(columns)});
  double *own = rank == root ? block.data() : nullptr;
  MPI_Scatterv(matrix.data(), counts.data(), starts.data(), MPI_DOUBLE, own, counts[rank],
               MPI_DOUBLE, root, comm);
  return block;
}

} // namespace kitchen
