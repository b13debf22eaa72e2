#pragma once

#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/ir/program.hpp"
#include "brigade/runtime/array.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace brigade {

/// A partitioned program made ready to run many times on this job's ranks. Move-only; it must not
/// outlive the Runtime.
class Executable {
public:
  /// All ranks together, with the same program. `donated` says of each parameter whether a run may
  /// give its memory to results; empty = none. `overlaps`: what crosses a link on which the profile
  /// says that a device computes meanwhile is started as soon as the program comes to it, goes by
  /// messages, and is awaited before the first step that needs it; without a profile, nothing is.
  /// Throws as execute() does, and InputError where `donated` is of another length. Sets OpenBLAS
  /// to one thread for each rank, as many ranks share a node's cores.
  Executable(Runtime &runtime, Program partitioned, std::vector<bool> donated = {},
             const std::optional<MachineProfile> &overlaps = {});
  ~Executable();
  Executable(Executable &&) noexcept;
  Executable &operator=(Executable &&) noexcept;

  /// All ranks together. The memory of a donated argument is taken where no other Array shares it
  /// (move the Array in); where one does, that other Array stays as it is. Throws InputError as
  /// execute() does for arguments of another number, type or sharding. Numbers too small to be
  /// normal count as 0 (FlushToZero).
  std::vector<Array> operator()(std::vector<Array> arguments);

  /// Whether runs write a record of each step into the ledger, while that is on: what it computed,
  /// for which line of the user's source, and when. Off at first.
  void set_profiled(bool profiled);

  /// The memory that this rank has taken for runs to work in, beside their arguments and results.
  std::size_t arena_bytes() const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace brigade
