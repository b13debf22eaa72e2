#include "exercise.hpp"

#include <stdexcept>

namespace kitchen {

// [make]
AxisCommunicator::AxisCommunicator(MPI_Comm mesh, const std::vector<std::int64_t> &shape,
                                   std::size_t axis) {
  int rank = 0, size = 0;
  MPI_Comm_rank(mesh, &rank);
  MPI_Comm_size(mesh, &size);
  if (brigade::element_count(shape) != size)
    throw std::invalid_argument("the shape has another number of places than the mesh has ranks");
  if (axis >= shape.size())
    throw std::out_of_range("the mesh has no such axis");
  const auto stride = static_cast<int>(brigade::row_major_strides(shape)[axis]);
  const int coordinate = rank / stride % static_cast<int>(shape[axis]);
  const int first = rank - coordinate * stride; // of the group; the same on all its members
  MPI_Comm_split(mesh, first, coordinate, &comm_);
}
// [make]

// [free]
AxisCommunicator::~AxisCommunicator() { MPI_Comm_free(&comm_); }
// [free]

} // namespace kitchen
