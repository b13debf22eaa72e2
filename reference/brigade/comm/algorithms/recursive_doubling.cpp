#include "brigade/comm/algorithms/recursive_doubling.hpp"

#include <bit>

namespace brigade {

Schedule recursive_doubling_all_reduce(int rank, int size, std::size_t count) {
  Schedule schedule;
  const BufferRange all{Place::output, 0, count};
  const BufferRange theirs = schedule.scratch(size > 1 ? count : 0);
  const int power = static_cast<int>(std::bit_floor(static_cast<unsigned>(size)));
  const int extra = size - power;

  // Ranks 0 to 2·extra - 1 pair up: the even one hands its data over and waits for the result.
  const bool paired = rank < 2 * extra;
  if (paired && rank % 2 == 0) {
    schedule.send(rank + 1, all);
    schedule.settle();
    schedule.receive(rank + 1, all);
    return schedule;
  }
  if (paired) {
    schedule.receive(rank - 1, theirs);
    schedule.settle();
    schedule.reduce(theirs, all, Order::source_first);
  }

  // Those that remain are numbered 0 to power - 1 in the same order, so both partners of an
  // exchange know whose data belongs left.
  const int place = paired ? rank / 2 : rank - extra;
  auto rank_at = [&](int other) { return other < extra ? 2 * other + 1 : other + extra; };
  for (int distance = 1; distance < power; distance *= 2) {
    const int partner = place ^ distance;
    schedule.receive(rank_at(partner), theirs);
    schedule.send(rank_at(partner), all);
    schedule.settle();
    schedule.reduce(theirs, all, partner < place ? Order::source_first : Order::target_first);
  }
  schedule.finish(all);
  if (paired)
    schedule.send(rank - 1, all);
  return schedule;
}

Schedule recursive_doubling_barrier(int rank, int size) {
  Schedule schedule;
  const BufferRange sent = schedule.scratch(1), received = schedule.scratch(1);
  schedule.zero(sent);
  for (int distance = 1; distance < size; distance *= 2) {
    schedule.receive((rank - distance + size) % size, received);
    schedule.send((rank + distance) % size, sent);
    schedule.settle();
  }
  return schedule;
}

} // namespace brigade
