// expect: wrong; words: the last of 5 rows is missing, leave the remainder to nobody
// mistake: row 1, R/n rows each by the fixed-size scatter; the rest is never handed out
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
  const int each = rows / ranks;
  auto block = xt::xtensor<double, 2>::from_shape(
      {static_cast<std::size_t>(each), static_cast<std::size_t>(columns)});
  MPI_Scatter(matrix.data(), each * columns, MPI_DOUBLE, block.data(), each * columns, MPI_DOUBLE,
              root, comm);
  return block;
}

} // namespace kitchen
