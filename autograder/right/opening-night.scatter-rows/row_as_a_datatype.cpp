// right: a derived datatype of one row; counts in rows
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
  MPI_Datatype row = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(columns, MPI_DOUBLE, &row);
  MPI_Type_commit(&row);
  std::vector<int> counts, starts;
  for (int r = 0; r < ranks; ++r) {
    starts.push_back(r * rows / ranks);
    counts.push_back((r + 1) * rows / ranks - starts.back());
  }
  const std::size_t own_rows = (rank + 1) * rows / ranks - rank * rows / ranks;
  auto block = xt::xtensor<double, 2>::from_shape({own_rows, static_cast<std::size_t>(columns)});
  MPI_Scatterv(matrix.data(), counts.data(), starts.data(), row, block.data(), counts[rank], row,
               root, comm);
  MPI_Type_free(&row);
  return block;
}

} // namespace kitchen
