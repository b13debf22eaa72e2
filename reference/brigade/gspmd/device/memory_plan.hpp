#pragma once

#include "brigade/gspmd/device/units.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace brigade {

/// What memory a value lies in.
enum class MemoryKind {
  nowhere,  ///< it is read by strides from another, or stays inside of a unit
  arena,    ///< this device's own, planned by when values are in use
  shared,   ///< the same, where the other devices of the node reach it: what they reduce together
  constant, ///< written once
  argument, ///< of the caller
  result,   ///< for the caller
};

struct MemoryPlace {
  MemoryKind kind = MemoryKind::nowhere;
  std::size_t index = 0;  ///< of the argument or the result
  std::size_t offset = 0; ///< in bytes
  bool operator==(const MemoryPlace &) const = default;
};

/// How a result of the program comes to be an array of its own.
struct ResultSource {
  /// The argument whose memory it takes.
  std::optional<std::size_t> takes_argument;
  /// The argument that it is, as that lies.
  std::optional<std::size_t> is_argument;
  /// Where it is to be copied from at the end; nowhere where it is written in place.
  MemoryPlace copied_from = {};
};

/// What the tiles of a device's loops that are not in memory may take; its loops run in turn.
inline constexpr std::size_t kTileMemory = std::size_t{64} << 10;

/// In which order a device runs its units, and where its values lie meanwhile.
struct MemoryPlan {
  std::vector<std::size_t> order;
  /// Of each unit that is a collective and only started at its place of the order: before which
  /// place it is awaited; order.size(): at the end. What it reads and writes stays till then.
  std::vector<std::optional<std::size_t>> awaited;
  std::vector<MemoryPlace> places;  ///< of each value
  std::vector<MemoryPlace> scratch; ///< of each unit, for its own use
  std::vector<ResultSource> results;
  std::size_t arena_bytes = 0, shared_bytes = 0, constant_bytes = 0;
  std::size_t tile_bytes = 0; ///< kTileMemory where there are loops, else none
  std::size_t argument_bytes = 0;
  std::size_t result_bytes = 0; ///< of results that do not take an argument's memory

  /// What a run works in, beside arguments and results.
  std::size_t work_bytes() const {
    return arena_bytes + shared_bytes + constant_bytes + tile_bytes;
  }
  std::size_t total_bytes() const { return work_bytes() + argument_bytes + result_bytes; }
};

/// `started` as in started_collectives.hpp; `donated` says of each parameter whether a result may
/// take its memory; empty = none. Buffers begin at multiples of 64 bytes.
MemoryPlan plan_memory(const DeviceProgram &program, const Units &units,
                       const std::vector<bool> &started, const std::vector<bool> &donated = {});

/// Whether the parts of an all_gather's result, or of a reduce_scatter's operand, lie one after the
/// other in memory as the members' parts do.
bool moves_in_place(const Block &block, const Instruction &collective);

/// A part of a unit's scratch memory.
struct ScratchPart {
  std::size_t offset = 0, bytes = 0;
};
/// What a unit needs beside its operands and results, one part behind the other: of a loop the
/// running totals of each reduction, of a product its packed operands, of a collective its
/// messages, of a scatter_add the lists of what adds to each row.
std::vector<ScratchPart> scratch_of(const DeviceProgram &program, const Units &units,
                                    const Unit &unit);

} // namespace brigade
