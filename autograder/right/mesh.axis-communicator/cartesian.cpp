// right: a Cartesian topology and MPI_Cart_sub
#include "exercise.hpp"

#include <stdexcept>

namespace kitchen {

AxisCommunicator::AxisCommunicator(MPI_Comm mesh, const std::vector<std::int64_t> &shape,
                                   std::size_t axis) {
  int rank = 0, size = 0;
  MPI_Comm_rank(mesh, &rank);
  MPI_Comm_size(mesh, &size);
  if (brigade::element_count(shape) != size)
    throw std::invalid_argument("shape and mesh do not fit");
  if (axis >= shape.size())
    throw std::out_of_range("no such axis");
  std::vector<int> sizes(shape.begin(), shape.end()), periodic(shape.size(), 0);
  std::vector<int> keep(shape.size(), 0);
  keep[axis] = 1;
  MPI_Comm grid = MPI_COMM_NULL;
  MPI_Cart_create(mesh, static_cast<int>(sizes.size()), sizes.data(), periodic.data(), 0, &grid);
  MPI_Cart_sub(grid, keep.data(), &comm_);
  MPI_Comm_free(&grid);
}

AxisCommunicator::~AxisCommunicator() { MPI_Comm_free(&comm_); }

} // namespace kitchen
