// right: MPI_Comm_create over the mesh, each rank with the list of its own group; the parent's
// order as key would do too
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
  std::vector<int> members;
  for (int c = 0; c < static_cast<int>(shape[axis]); ++c)
    members.push_back(rank + (c - coordinate) * stride);
  MPI_Group everybody = MPI_GROUP_NULL, group = MPI_GROUP_NULL;
  MPI_Comm_group(mesh, &everybody);
  MPI_Group_incl(everybody, static_cast<int>(members.size()), members.data(), &group);
  MPI_Comm_create(mesh, group, &comm_);
  MPI_Group_free(&group);
  MPI_Group_free(&everybody);
  MPI_Barrier(comm_);
}

AxisCommunicator::~AxisCommunicator() { MPI_Comm_free(&comm_); }

} // namespace kitchen
