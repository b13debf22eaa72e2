// expect: wrong; words: what `members along axis 2
// mistake: row 48, the mesh is read column by column
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
  int stride = 1;
  for (std::size_t i = 0; i < axis; ++i)
    stride *= static_cast<int>(shape[i]);
  const int coordinate = rank / stride % static_cast<int>(shape[axis]);
  MPI_Comm_split(mesh, rank - coordinate * stride, coordinate, &comm_);
}

AxisCommunicator::~AxisCommunicator() { MPI_Comm_free(&comm_); }

} // namespace kitchen
