#include "exercise.hpp"

namespace kitchen {

xt::xtensor<double, 2> scatter_rows(const xt::xtensor<double, 2> &matrix, int root, MPI_Comm comm) {
  // TODO(01.4): tell every rank the shape, then give each rank its block of rows.
  (void)matrix, (void)root, (void)comm;
  throw brigade::NotImplemented("01.4");
}

} // namespace kitchen
