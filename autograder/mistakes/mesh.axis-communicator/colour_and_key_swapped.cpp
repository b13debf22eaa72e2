// expect: wrong; words: [2] instead of [1], what `members along axis 1
// mistake: row 48, ranks of one coordinate are put together, which are the ranks of the other axes
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
  const auto stride = static_cast<int>(brigade::row_major_strides(shape)[axis]);
  const int coordinate = rank / stride % static_cast<int>(shape[axis]);
  MPI_Comm_split(mesh, coordinate, rank - coordinate * stride, &comm_);
}

AxisCommunicator::~AxisCommunicator() { MPI_Comm_free(&comm_); }

} // namespace kitchen
