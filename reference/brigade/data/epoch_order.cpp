#include "brigade/data/epoch_order.hpp"

#include "brigade/core/permutation.hpp"
#include "brigade/core/random.hpp"

namespace brigade {
namespace {
// Sets the orders apart from what else is drawn with the same seed, such as weights by layer: the
// letters of "epoch".
constexpr std::uint64_t kPurpose = 0x65706f6368;
} // namespace

EpochOrder::EpochOrder(std::int64_t rows, std::uint64_t seed, std::int64_t epoch)
    : order_(permutation(
          rows, RandomStream(seed).fold_in(kPurpose).fold_in(static_cast<std::uint64_t>(epoch)))) {}

} // namespace brigade
