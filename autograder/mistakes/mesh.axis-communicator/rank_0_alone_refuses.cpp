// expect: wrong communication; words: Rank 1 calls MPI_Comm_split, rank 0 calls MPI_Allreduce
// mistake: row 23, only rank 0 looks at the shape and leaves; the others go on into the split
#include "exercise.hpp"

#include <stdexcept>

namespace kitchen {

AxisCommunicator::AxisCommunicator(MPI_Comm mesh, const std::vector<std::int64_t> &shape,
                                   std::size_t axis) {
  int rank = 0, size = 0;
  MPI_Comm_rank(mesh, &rank);
  MPI_Comm_size(mesh, &size);
  if (rank == 0 && brigade::element_count(shape) != size)
    throw std::invalid_argument("shape and mesh do not fit");
  if (axis >= shape.size())
    throw std::out_of_range("no such axis");
  const auto stride = static_cast<int>(brigade::row_major_strides(shape)[axis]);
  const int coordinate = rank / stride % static_cast<int>(shape[axis]);
  MPI_Comm_split(mesh, rank - coordinate * stride, coordinate, &comm_);
}

AxisCommunicator::~AxisCommunicator() { MPI_Comm_free(&comm_); }

} // namespace kitchen
