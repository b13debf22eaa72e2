// expect: wrong communication; words: held 786, The whole array lies on a rank
// mistake: the whole matrix is broadcast and each rank cuts out its rows
#include "exercise.hpp"

#include <xtensor/xview.hpp>

namespace kitchen {

xt::xtensor<double, 2> scatter_rows(const xt::xtensor<double, 2> &matrix, int root, MPI_Comm comm) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  int shape[2] = {static_cast<int>(matrix.shape(0)), static_cast<int>(matrix.shape(1))};
  MPI_Bcast(shape, 2, MPI_INT, root, comm);
  const int rows = shape[0], columns = shape[1];
  xt::xtensor<double, 2> whole = matrix;
  if (rank != root)
    whole.resize({static_cast<std::size_t>(rows), static_cast<std::size_t>(columns)});
  MPI_Bcast(whole.data(), rows * columns, MPI_DOUBLE, root, comm);
  return xt::view(whole, xt::range(rank * rows / ranks, (rank + 1) * rows / ranks));
}

} // namespace kitchen
