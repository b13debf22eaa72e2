// right: nonblocking messages, one to each rank that gets rows, and a barrier
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
  std::vector<MPI_Request> requests;
  if (counts[rank] > 0 && rank != root)
    MPI_Irecv(block.data(), counts[rank], MPI_DOUBLE, root, 3, comm, &requests.emplace_back());
  if (rank == root) {
    for (int r = ranks - 1; r >= 0; --r)
      if (counts[r] > 0 && r != root)
        MPI_Isend(matrix.data() + starts[r], counts[r], MPI_DOUBLE, r, 3, comm,
                  &requests.emplace_back());
    std::copy_n(matrix.data() + starts[rank], counts[rank], block.data());
  }
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  MPI_Barrier(comm);
  return block;
}

} // namespace kitchen
