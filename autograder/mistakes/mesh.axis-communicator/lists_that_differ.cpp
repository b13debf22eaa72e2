// expect: wrong communication; words: MPI_Comm_create, the group of ranks 0 and 1, must give the same group
// same group mistake: row 47, each rank makes a list of all groups but takes part in the creation
// of those before its own only
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
  MPI_Group everybody = MPI_GROUP_NULL;
  MPI_Comm_group(mesh, &everybody);
  for (int first = 0; first <= rank; ++first) {
    if (first / stride % static_cast<int>(shape[axis]) != 0)
      continue;
    std::vector<int> members;
    for (int c = 0; c < static_cast<int>(shape[axis]); ++c)
      members.push_back(first + c * stride);
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Group_incl(everybody, static_cast<int>(members.size()), members.data(), &group);
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Comm_create(mesh, group, &made);
    if (made != MPI_COMM_NULL)
      comm_ = made;
    MPI_Group_free(&group);
  }
  MPI_Group_free(&everybody);
}

AxisCommunicator::~AxisCommunicator() { MPI_Comm_free(&comm_); }

} // namespace kitchen
