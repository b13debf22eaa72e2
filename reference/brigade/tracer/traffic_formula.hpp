#pragma once

#include "brigade/core/interval.hpp"

#include <cstdint>

/// Bytes that one rank sends in each kind of communication, by the algorithm that sends the fewest.
/// A record says these, whatever way the data really took, so that records can be compared: with a
/// plan, with another program, with another number of ranks. Among n ranks, one of which is this
/// one; a rank sends nothing to itself, so with n = 1 each is 0.
namespace brigade::traffic {

constexpr std::int64_t send(std::int64_t count, std::int64_t element_bytes) {
  return count * element_bytes;
}

/// Reduce-scatter, then all-gather over balanced blocks: D - own, then (n - 1)·own, together D + (n
/// - 2)·own where D is the whole and own is this rank's block of it (core/interval.hpp).
constexpr std::int64_t all_reduce(std::int64_t count, std::int64_t element_bytes, int ranks,
                                  int rank) {
  const std::int64_t own = block_of(count, ranks, rank).size();
  return (count + (ranks - 2) * own) * element_bytes;
}

/// Each block goes to the rank that keeps it, save this rank's own.
constexpr std::int64_t reduce_scatter(std::int64_t total_bytes, std::int64_t own_bytes) {
  return total_bytes - own_bytes;
}

/// The own block goes to each of the others.
constexpr std::int64_t all_gather(std::int64_t own_bytes, int ranks) {
  return (ranks - 1) * own_bytes;
}

/// What goes to the others: all that this rank has for anybody, save what it has for itself.
constexpr std::int64_t all_to_all(std::int64_t total_bytes, std::int64_t for_itself_bytes) {
  return total_bytes - for_itself_bytes;
}

/// The root sends the whole to each of the others.
constexpr std::int64_t broadcast(std::int64_t whole_bytes, int ranks, bool is_root) {
  return is_root ? (ranks - 1) * whole_bytes : 0;
}

/// Each of the others sends its block to the root.
constexpr std::int64_t gather(std::int64_t own_bytes, bool is_root) {
  return is_root ? 0 : own_bytes;
}

/// The root sends each of the others its block.
constexpr std::int64_t scatter(std::int64_t total_bytes, std::int64_t own_bytes, bool is_root) {
  return is_root ? total_bytes - own_bytes : 0;
}

/// Each of the others sends the whole, its own summand, to the root or to the rank that joins it on
/// the way.
constexpr std::int64_t reduce(std::int64_t whole_bytes, bool is_root) {
  return is_root ? 0 : whole_bytes;
}

/// Each rank hands its prefix to the next; the last one has nobody to hand it to.
constexpr std::int64_t scan(std::int64_t whole_bytes, int ranks, int rank) {
  return rank + 1 < ranks ? whole_bytes : 0;
}

} // namespace brigade::traffic
