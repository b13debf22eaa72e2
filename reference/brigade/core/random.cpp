#include "brigade/core/random.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace brigade {

RandomStream::RandomStream(std::uint64_t seed, std::uint64_t stream)
    : RandomStream(RandomStream(PhiloxKey{low(seed), high(seed)}).fold_in(stream)) {}

// The key of a stream is itself random, so two streams meet with probability 2^-64 only, however
// their numbers are chosen. The last word keeps these blocks apart from those that numbers are made
// of.
RandomStream RandomStream::fold_in(std::uint64_t stream) const {
  const PhiloxCounter words = philox({low(stream), high(stream), 0, 0xFFFFFFFF}, key_);
  return RandomStream(PhiloxKey{words[0], words[1]});
}

double RandomStream::normal_double(std::uint64_t index) const {
  const Bits bits = block(index, 0);
  const double radius_from = 1 - static_cast<double>(bits.first >> 11) * 0x1p-53; // in (0, 1]
  const double turn = static_cast<double>(bits.second >> 11) * 0x1p-53;
  return std::sqrt(-2 * std::log(radius_from)) * std::cos(2 * std::numbers::pi * turn);
}

// Multiplying 64 random bits by the bound and keeping the upper half favours some numbers by one in
// 2^64 / bound, unless products whose lower half is below 2^64 mod bound are drawn again (D.
// Lemire, "Fast random integer generation in an interval", 2019).
std::int64_t RandomStream::integer(std::uint64_t index, std::int64_t bound) const {
  if (bound < 1)
    throw InputError(
        fmt::format("a random integer below {} was asked for; the bound must be 1 or more", bound));
  __extension__ using Wide = unsigned __int128;
  const auto range = static_cast<std::uint64_t>(bound);
  const std::uint64_t surplus = (0 - range) % range;
  for (std::uint64_t draw = 0;; ++draw) {
    const Wide product = static_cast<Wide>(block(index, draw).first) * range;
    if (static_cast<std::uint64_t>(product) >= surplus)
      return static_cast<std::int64_t>(product >> 64);
  }
}

} // namespace brigade
