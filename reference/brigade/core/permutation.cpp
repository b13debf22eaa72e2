#include "brigade/core/permutation.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <numeric>
#include <utility>

namespace brigade {

std::vector<std::int64_t> permutation(std::int64_t count, const RandomStream &stream) {
  if (count < 0)
    throw InputError(
        fmt::format("a permutation of {} items was asked for; 0 or more can be", count));
  std::vector<std::int64_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t left = order.size(); left > 1; --left) {
    const std::int64_t chosen = stream.integer(left, static_cast<std::int64_t>(left));
    std::swap(order[left - 1], order[static_cast<std::size_t>(chosen)]);
  }
  return order;
}

std::vector<std::int64_t> permutation(std::int64_t count, std::uint64_t seed,
                                      std::uint64_t stream) {
  return permutation(count, RandomStream(seed, stream));
}

} // namespace brigade
