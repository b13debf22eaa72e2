// expect: wrong communication; words: changed the buffer of MPI_Isend
// mistake: row 41, the buffer is filled anew before the sends from it are over
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
  MPI_Request received;
  MPI_Irecv(block.data(), counts[rank], MPI_DOUBLE, root, 0, comm, &received);
  std::vector<double> buffer(*std::max_element(counts.begin(), counts.end()));
  std::vector<MPI_Request> sent;
  for (int r = 0; rank == root && r < ranks; ++r) {
    std::copy_n(matrix.data() + starts[r], counts[r], buffer.begin());
    sent.emplace_back();
    MPI_Isend(buffer.data(), counts[r], MPI_DOUBLE, r, 0, comm, &sent.back());
  }
  MPI_Wait(&received, MPI_STATUS_IGNORE);
  MPI_Waitall(sent.size(), sent.data(), MPI_STATUSES_IGNORE);
  return block;
}

} // namespace kitchen
