#include "brigade/comm/algorithms/tree.hpp"

#include <bit>

namespace brigade {

Schedule tree_broadcast(int rank, int size, std::size_t count, int root) {
  Schedule schedule;
  const BufferRange all{Place::output, 0, count};
  const int place = (rank - root + size) % size;
  auto rank_at = [&](int other) { return (other + root) % size; };
  int lowest_bit = place & -place;
  if (place == 0) {
    lowest_bit = static_cast<int>(std::bit_ceil(static_cast<unsigned>(size)));
  } else {
    schedule.receive(rank_at(place - lowest_bit), all);
    schedule.settle();
  }
  // The farthest first: it has the most to pass on.
  for (int bit = lowest_bit / 2; bit > 0; bit /= 2)
    if (place + bit < size)
      schedule.send(rank_at(place + bit), all);
  return schedule;
}

} // namespace brigade
