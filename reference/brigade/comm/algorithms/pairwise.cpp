#include "brigade/comm/algorithms/pairwise.hpp"

namespace brigade {

Schedule pairwise_all_to_all(int rank, std::span<const std::size_t> send_counts,
                             std::span<const std::size_t> receive_counts) {
  Schedule schedule;
  const auto from = offsets_of(send_counts), to = offsets_of(receive_counts);
  const int size = static_cast<int>(send_counts.size());
  auto source = [&](int peer) {
    const auto i = static_cast<std::size_t>(peer);
    return BufferRange{Place::input, from[i], send_counts[i]};
  };
  auto target = [&](int peer) {
    const auto i = static_cast<std::size_t>(peer);
    return BufferRange{Place::output, to[i], receive_counts[i]};
  };
  schedule.copy(source(rank), target(rank));
  for (int step = 1; step < size; ++step) {
    const int next = (rank + step) % size, previous = (rank - step + size) % size;
    schedule.receive(previous, target(previous));
    schedule.send(next, source(next));
    schedule.settle();
  }
  return schedule;
}

} // namespace brigade
