#pragma once

#include <mpi.h>

#include <span>
#include <string>
#include <utility>

namespace brigade {

/// A communicator of MPI that frees itself. Errors on it return and become MpiError. Move-only.
class Communicator {
public:
  Communicator() = default;
  /// Takes over `handle` and gives it the name.
  Communicator(MPI_Comm handle, const std::string &name);
  Communicator(Communicator &&other) noexcept
      : handle_(std::exchange(other.handle_, MPI_COMM_NULL)) {}
  Communicator &operator=(Communicator &&other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  /// Frees it, unless MPI has ended.
  ~Communicator();

  MPI_Comm get() const { return handle_; }
  explicit operator bool() const { return handle_ != MPI_COMM_NULL; }

private:
  MPI_Comm handle_ = MPI_COMM_NULL;
};

/// A communicator with `members` (ranks of `parent`, in the order of their new ranks). Called by
/// all ranks of `parent` together, each with the list that it is in.
Communicator make_communicator(MPI_Comm parent, std::span<const int> members,
                               const std::string &name);

} // namespace brigade
