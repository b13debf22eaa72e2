#pragma once

#include <mpi.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace brigade {

/// A stretch of zeroed memory that several processes of one machine map. It has a name only until
/// all of them have opened it; after unlink() nothing remains when they end, however they end.
/// Move-only.
class SharedSegment {
public:
  SharedSegment() = default;
  /// Makes `bytes` of memory under a random name and reserves all of it, so that a /dev/shm that is
  /// too small is an error here and not a SIGBUS at the first touch. Throws MachineError.
  static SharedSegment create(std::size_t bytes);
  /// Maps what another process has created. Throws MachineError.
  static SharedSegment open(const std::string &name, std::size_t bytes);
  SharedSegment(SharedSegment &&other) noexcept { *this = std::move(other); }
  SharedSegment &operator=(SharedSegment &&other) noexcept;
  ~SharedSegment();

  std::byte *data() const { return data_; }
  std::size_t size() const { return size_; }
  const std::string &name() const { return name_; }
  /// Takes the name away; the memory stays until the last process that maps it ends.
  void unlink();

private:
  std::byte *data_ = nullptr;
  std::size_t size_ = 0;
  std::string name_;
  bool named_ = false;
};

/// One stretch of memory cut into a part for each rank of a node.
struct SharedParts {
  SharedSegment memory;
  std::vector<std::size_t>
      offsets;         ///< one for each rank of the node, in their order; multiples of 64
  std::string failure; ///< why there is no memory; empty where there is
};

/// Called together by `node_ranks` (ranks of `comm` on one machine, ascending, the caller among
/// them), each with the bytes that it wants. All get the memory or none does. Sends messages under
/// `tag`, never blocks inside MPI: MPI_Win_allocate_shared spins, and takes 300 ms at 8 ranks on 2
/// cores.
SharedParts share_memory(MPI_Comm comm, std::span<const int> node_ranks, int tag,
                         std::size_t bytes);

} // namespace brigade
