#include "brigade/comm/algorithms/ring.hpp"

#include <algorithm>

namespace brigade {
namespace {

/// The neighbours and blocks of a rank in a ring.
struct Ring {
  Ring(int rank_, std::span<const std::size_t> counts_)
      : rank(rank_), size(static_cast<int>(counts_.size())), next((rank + 1) % size),
        previous((rank - 1 + size) % size), counts(counts_), offsets(offsets_of(counts_)) {}
  /// Block `index`, modulo the size, of a buffer that holds them all.
  BufferRange block(Place place, int index) const {
    const auto i = static_cast<std::size_t>((index % size + size) % size);
    return {place, offsets[i], counts[i]};
  }
  std::size_t longest() const { return *std::max_element(counts.begin(), counts.end()); }

  int rank, size, next, previous;
  std::span<const std::size_t> counts;
  std::vector<std::size_t> offsets;
};

/// The n - 1 steps of an all-gather whose own block is in place in the output.
void pass_blocks_on(Schedule &schedule, const Ring &ring) {
  for (int step = 0; step < ring.size - 1; ++step) {
    schedule.receive(ring.previous, ring.block(Place::output, ring.rank - step - 1));
    schedule.send(ring.next, ring.block(Place::output, ring.rank - step));
    schedule.settle();
  }
}

} // namespace

Schedule ring_reduce_scatter(int rank, std::span<const std::size_t> counts) {
  Schedule schedule;
  const Ring ring(rank, counts);
  const BufferRange result{Place::output, 0, counts[static_cast<std::size_t>(rank)]};
  if (ring.size == 1) {
    schedule.copy(ring.block(Place::input, 0), result);
    schedule.finish(result);
    return schedule;
  }
  // What arrives in one step leaves in the next, so two buffers take turns.
  BufferRange arriving = schedule.scratch(ring.longest()),
              leaving = schedule.scratch(ring.longest());
  for (int step = 0; step < ring.size - 1; ++step) {
    const BufferRange own_to_send = ring.block(Place::input, rank - step - 1);
    const BufferRange own_to_join = ring.block(Place::input, rank - step - 2);
    const bool last = step == ring.size - 2;
    const BufferRange partial =
        last ? result : BufferRange{Place::scratch, arriving.begin, own_to_join.count};
    schedule.receive(ring.previous, partial);
    schedule.send(ring.next, step == 0
                                 ? own_to_send
                                 : BufferRange{Place::scratch, leaving.begin, own_to_send.count});
    schedule.settle();
    schedule.reduce(own_to_join, partial);
    std::swap(arriving, leaving);
  }
  schedule.finish(result);
  return schedule;
}

Schedule ring_all_gather(int rank, std::span<const std::size_t> counts) {
  Schedule schedule;
  const Ring ring(rank, counts);
  const BufferRange own = ring.block(Place::output, rank);
  schedule.copy({Place::input, 0, own.count}, own);
  pass_blocks_on(schedule, ring);
  return schedule;
}

Schedule ring_all_reduce(int rank, int size, std::size_t count) {
  Schedule schedule;
  const auto counts = balanced_counts(count, size);
  const Ring ring(rank, counts);
  const BufferRange arriving = schedule.scratch(size > 1 ? ring.longest() : 0);
  for (int step = 0; step < size - 1; ++step) {
    const BufferRange target = ring.block(Place::output, rank - step - 2);
    const BufferRange partial{Place::scratch, arriving.begin, target.count};
    schedule.receive(ring.previous, partial);
    schedule.send(ring.next, ring.block(Place::output, rank - step - 1));
    schedule.settle();
    schedule.reduce(partial, target);
  }
  schedule.finish(ring.block(Place::output, rank));
  pass_blocks_on(schedule, ring);
  return schedule;
}

} // namespace brigade
