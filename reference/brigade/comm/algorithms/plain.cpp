#include "brigade/comm/algorithms/plain.hpp"

#include <vector>

namespace brigade {

Schedule plain_all_reduce(int rank, int size, std::size_t count) {
  Schedule schedule;
  const BufferRange all{Place::output, 0, count};
  if (rank != 0) {
    schedule.send(0, all);
    schedule.settle();
    schedule.receive(0, all);
    return schedule;
  }
  std::vector<BufferRange> theirs;
  for (int peer = 1; peer < size; ++peer)
    schedule.receive(peer, theirs.emplace_back(schedule.scratch(count)));
  schedule.settle();
  for (const BufferRange &block : theirs)
    schedule.reduce(block, all);
  schedule.finish(all);
  for (int peer = 1; peer < size; ++peer)
    schedule.send(peer, all);
  return schedule;
}

Schedule plain_reduce_scatter(int rank, std::span<const std::size_t> counts) {
  Schedule schedule;
  const auto offsets = offsets_of(counts);
  const int size = static_cast<int>(counts.size());
  const auto mine = static_cast<std::size_t>(rank);
  std::vector<BufferRange> theirs;
  for (int peer = 0; peer < size; ++peer) {
    const auto other = static_cast<std::size_t>(peer);
    if (peer == rank) {
      theirs.push_back({Place::input, offsets[mine], counts[mine]});
    } else {
      schedule.receive(peer, theirs.emplace_back(schedule.scratch(counts[mine])));
      schedule.send(peer, {Place::input, offsets[other], counts[other]});
    }
  }
  schedule.settle();
  const BufferRange result{Place::output, 0, counts[mine]};
  schedule.copy(theirs.front(), result);
  for (std::size_t i = 1; i < theirs.size(); ++i)
    schedule.reduce(theirs[i], result);
  schedule.finish(result);
  return schedule;
}

Schedule plain_all_gather(int rank, std::span<const std::size_t> counts) {
  Schedule schedule;
  const auto offsets = offsets_of(counts);
  const int size = static_cast<int>(counts.size());
  const auto mine = static_cast<std::size_t>(rank);
  const BufferRange own{Place::input, 0, counts[mine]};
  schedule.copy(own, {Place::output, offsets[mine], counts[mine]});
  for (int peer = 0; peer < size; ++peer)
    if (peer != rank) {
      const auto other = static_cast<std::size_t>(peer);
      schedule.receive(peer, {Place::output, offsets[other], counts[other]});
      schedule.send(peer, own);
    }
  return schedule;
}

Schedule plain_all_to_all(int rank, std::span<const std::size_t> send_counts,
                          std::span<const std::size_t> receive_counts) {
  Schedule schedule;
  const auto from = offsets_of(send_counts), to = offsets_of(receive_counts);
  for (std::size_t i = 0; i < send_counts.size(); ++i) {
    const BufferRange source{Place::input, from[i], send_counts[i]};
    const BufferRange target{Place::output, to[i], receive_counts[i]};
    const int peer = static_cast<int>(i);
    if (peer == rank) {
      schedule.copy(source, target);
    } else {
      schedule.receive(peer, target);
      schedule.send(peer, source);
    }
  }
  return schedule;
}

Schedule plain_broadcast(int rank, int size, std::size_t count, int root) {
  Schedule schedule;
  const BufferRange all{Place::output, 0, count};
  if (rank != root) {
    schedule.receive(root, all);
    return schedule;
  }
  for (int peer = 0; peer < size; ++peer)
    if (peer != root)
      schedule.send(peer, all);
  return schedule;
}

Schedule plain_barrier(int rank, int size) {
  Schedule schedule;
  const BufferRange word = schedule.scratch(1);
  schedule.zero(word);
  if (rank != 0) {
    schedule.send(0, word);
    schedule.settle();
    schedule.receive(0, word);
    return schedule;
  }
  for (int peer = 1; peer < size; ++peer) {
    schedule.receive(peer, word);
    schedule.settle();
  }
  for (int peer = 1; peer < size; ++peer)
    schedule.send(peer, word);
  return schedule;
}

} // namespace brigade
