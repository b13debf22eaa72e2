#pragma once

#include "brigade/comm/communicator.hpp"
#include "brigade/comm/group.hpp"
#include "brigade/mesh/mesh.hpp"

#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <typeindex>
#include <typeinfo>
#include <vector>

namespace brigade {

struct RuntimeState; // communicators, groups, shared memory; comm/ only

/// What a process knows of the job that it is one rank of. Made once, by run_main; every rank
/// drives one device, whose id is its rank.
class Runtime {
public:
  /// Starts MPI (or uses it as it is, where it has been started), and meets the other ranks.
  Runtime(int &argc, char **&argv);
  /// Ends MPI where the constructor started it; not during unwinding, where other ranks may not
  /// come.
  ~Runtime();
  Runtime(const Runtime &) = delete;
  Runtime &operator=(const Runtime &) = delete;
  /// The one of this process. Throws Error where there is none.
  static Runtime &current();
  static Runtime *current_or_null();

  int rank() const;
  int device_count() const;
  /// Node (machine) of each rank, numbered from 0 in the order of their lowest ranks.
  std::span<const int> nodes() const;
  int ranks_on_this_node() const;
  /// Cores that this process may use.
  int cores() const;

  /// All ranks.
  Group world() const;
  /// This rank's group along `axes` (first is major). Made without communication. Throws InputError
  /// where the mesh's device count is not the job's, or an axis is unknown.
  Group group(const Mesh &mesh, const std::vector<std::string> &axes) const;

  /// A communicator of MPI with the members of group(mesh, axes), named after the axes. All ranks
  /// of the job call it together; a second call gives the same one. Freed with the runtime.
  const Communicator &communicator(const Mesh &mesh, const std::vector<std::string> &axes);

  /// `bytes` of zeroed memory that the other ranks of this node can reach, aligned to 64 bytes:
  /// collectives on spans inside it copy nothing. All ranks of the job call it together with the
  /// same size order; freed with the runtime. Falls back to private memory (with a line on standard
  /// error from rank 0) where /dev/shm is too small.
  void *allocate_shared(std::size_t bytes);

  /// The T of this job, made at the first call: where a layer above keeps what may not outlive the
  /// Runtime. Destroyed before the communicators are.
  template <std::default_initializable T> T &kept() {
    std::shared_ptr<void> &kept = kept_as(typeid(T));
    if (!kept)
      kept = std::make_shared<T>();
    return *static_cast<T *>(kept.get());
  }

  RuntimeState &state() const { return *state_; }

private:
  std::shared_ptr<void> &kept_as(std::type_index type);

  std::unique_ptr<RuntimeState> state_;
};

} // namespace brigade
