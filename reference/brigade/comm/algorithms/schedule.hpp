#pragma once

#include "brigade/comm/reduction/order.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace brigade {

/// Which memory a block of a schedule lies in.
enum class Place : std::uint8_t { input, output, scratch };

/// Elements begin, begin + 1, … of one of the places.
struct BufferRange {
  Place place = Place::output;
  std::size_t begin = 0;
  std::size_t count = 0;
};

/// One thing that a rank does in a collective.
struct Step {
  enum class Kind : std::uint8_t {
    send,    ///< `source` to `peer`
    receive, ///< `target` from `peer`
    settle,  ///< wait until all sends and receives so far are done
    copy,    ///< target = source
    reduce,  ///< target = target op source
    finish,  ///< target is complete: divide it by the group's size where the operation is mean
    zero     ///< target = 0
  };
  Kind kind = Kind::settle;
  Order order = Order::target_first;
  int peer = -1;
  BufferRange source, target;
};

/// What one rank does in a collective, in order: a value that an algorithm computes from (rank, n,
/// sizes) and that a progress engine executes, so that the blocking and the started form are one.
/// Peers are places in the group. Messages between two ranks match in the order in which they
/// stand.
class Schedule {
public:
  void send(int peer, BufferRange source);
  void receive(int peer, BufferRange target);
  void settle();
  void copy(BufferRange source, BufferRange target);
  void reduce(BufferRange source, BufferRange target, Order order = Order::target_first);
  void finish(BufferRange target);
  void zero(BufferRange target);
  /// Reserves `count` elements of scratch memory.
  BufferRange scratch(std::size_t count);
  void append(const Schedule &next);

  std::span<const Step> steps() const { return steps_; }
  std::size_t scratch_count() const { return scratch_count_; }

private:
  std::vector<Step> steps_;
  std::size_t scratch_count_ = 0;
};

/// Where the blocks of `counts` begin: the running sum, and the total at the end.
std::vector<std::size_t> offsets_of(std::span<const std::size_t> counts);
/// The sizes of the balanced blocks of `count` elements in `parts` (core/interval.hpp, block_of).
std::vector<std::size_t> balanced_counts(std::size_t count, int parts);

} // namespace brigade
