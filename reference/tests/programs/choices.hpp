#pragma once

#include "brigade/core/random.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace brigade::testing {

/// A sequence of choices that depends on a seed alone, on every machine.
class Choices {
public:
  explicit Choices(std::uint64_t seed) : stream_(seed) {}

  /// 0, 1, … bound - 1.
  std::int64_t below(std::int64_t bound) { return stream_.integer(next_++, bound); }
  /// lowest … highest.
  std::int64_t between(std::int64_t lowest, std::int64_t highest) {
    return lowest + below(highest - lowest + 1);
  }
  bool chance(double probability) { return stream_.uniform(next_++) < probability; }
  template <class T> const T &one_of(const std::vector<T> &things) {
    return things[static_cast<std::size_t>(below(static_cast<std::int64_t>(things.size())))];
  }
  template <class T> void shuffle(std::vector<T> &things) {
    for (std::size_t i = things.size(); i > 1; --i)
      std::swap(things[i - 1],
                things[static_cast<std::size_t>(below(static_cast<std::int64_t>(i)))]);
  }
  /// Each of them with the probability, in their order.
  template <class T> std::vector<T> some_of(const std::vector<T> &things, double probability) {
    std::vector<T> some;
    for (const T &thing : things)
      if (chance(probability))
        some.push_back(thing);
    return some;
  }

private:
  RandomStream stream_;
  std::uint64_t next_ = 0;
};

} // namespace brigade::testing
