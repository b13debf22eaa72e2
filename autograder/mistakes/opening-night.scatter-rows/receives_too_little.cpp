// expect: crashed; words: the message is longer than the buffer of 10 MPI_DOUBLE, send the length first
// first mistake: the receive count of a rank is one row short
#include "exercise.hpp"

#include <algorithm>
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
  if (rank == root)
    for (int r = 0; r < ranks; ++r)
      if (r != root)
        MPI_Send(matrix.data() + starts[r], counts[r], MPI_DOUBLE, r, 7, comm);
  if (rank != root)
    MPI_Recv(block.data(), rows / ranks * columns, MPI_DOUBLE, root, 7, comm, MPI_STATUS_IGNORE);
  else
    std::copy_n(matrix.data() + starts[rank], counts[rank], block.data());
  return block;
}

} // namespace kitchen
