#pragma once

#include "brigade/core/shape.hpp"
#include "trial/not_implemented.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kitchen {

/// The ranks that differ from this one in nothing but their coordinate on one axis of a mesh, as a
/// communicator of their own. A rank's place in it is its coordinate on that axis.
///
///   mesh of shape {2, 3}:   0 1 2      axis 1: {0, 1, 2} and {3, 4, 5}
///                           3 4 5      axis 0: {0, 3}, {1, 4} and {2, 5}
///
/// Rank 5 of the mesh is rank 2 of its group along axis 1, and rank 1 of its group along axis 0.
class AxisCommunicator {
public:
  /// All ranks of `mesh` call it together, with the same shape and axis.
  /// @param mesh rank r of it stands at row-major place r of the mesh. It may be a part of the
  ///        world, in any order. It stays the caller's: it is not freed, and nothing is sent on it
  ///        later.
  /// @param shape one size an axis, none below 1; |M|, their product, is the size of `mesh`.
  /// @param axis 0 … shape.size() - 1.
  /// @throws std::invalid_argument if |M| is not the size of `mesh`, std::out_of_range if there is
  /// no such axis: on all ranks, before anything is sent, so `mesh` can still be used.
  AxisCommunicator(MPI_Comm mesh, const std::vector<std::int64_t> &shape, std::size_t axis);

  /// Frees the communicator, and nothing else. All its ranks come here together.
  ~AxisCommunicator();

  AxisCommunicator(const AxisCommunicator &) = delete; // two owners would free it twice
  AxisCommunicator &operator=(const AxisCommunicator &) = delete;

  /// Valid as long as this object lives.
  MPI_Comm get() const { return comm_; }

private:
  MPI_Comm comm_ = MPI_COMM_NULL;
};

} // namespace kitchen
