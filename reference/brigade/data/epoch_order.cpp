#include "brigade/data/epoch_order.hpp"

#include <numeric>
#include <random>
#include <utility>

namespace brigade {

EpochOrder::EpochOrder(std::int64_t rows, std::uint64_t seed, std::int64_t epoch)
    : order_(static_cast<std::size_t>(rows)) {
  std::iota(order_.begin(), order_.end(), std::int64_t{0});
  const auto at = static_cast<std::uint64_t>(epoch);
  std::seed_seq mixed{seed & 0xffffffff, seed >> 32, at & 0xffffffff, at >> 32};
  std::mt19937_64 engine(mixed);
  for (std::size_t i = order_.size(); i > 1; --i)
    std::swap(order_[i - 1], order_[engine() % i]);
}

} // namespace brigade
