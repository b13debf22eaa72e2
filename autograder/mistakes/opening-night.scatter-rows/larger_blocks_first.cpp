// expect: wrong; words: the first ranks get one row more, floor(d*5/2)
// mistake: a balanced cut, but another one than the contract says
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
  int next = 0;
  for (int r = 0; r < ranks; ++r) {
    starts.push_back(next);
    counts.push_back((rows / ranks + (r < rows % ranks ? 1 : 0)) * columns);
    next += counts.back();
  }
  const std::size_t own_rows = rows / ranks + (rank < rows % ranks ? 1 : 0);
  auto block = xt::xtensor<double, 2>::from_shape({own_rows, static_cast<std::size_t>(columns)});
  MPI_Scatterv(matrix.data(), counts.data(), starts.data(), MPI_DOUBLE, block.data(), counts[rank],
               MPI_DOUBLE, root, comm);
  return block;
}

} // namespace kitchen
