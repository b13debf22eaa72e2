#pragma once

#include "brigade/core/philox.hpp"

#include <concepts>
#include <cstdint>

namespace brigade {

/// An endless sequence of random numbers of which each element is a pure function of (seed, stream,
/// index). So any rank computes element i alone, without the elements before it, and the numbers do
/// not depend on how an array is cut. Streams of one seed are independent; use one for each purpose
/// (a layer, an epoch), and the global row-major index of an element as its index. The three kinds
/// of number below are made from the same bits: draw one kind from a stream.
class RandomStream {
public:
  explicit RandomStream(std::uint64_t seed, std::uint64_t stream = 0);
  /// A stream of its own below this one: RandomStream(seed).fold_in(layer).fold_in(kWeights).
  RandomStream fold_in(std::uint64_t stream) const;

  /// Uniform in [0, 1): all multiples of 2^-53 (double) or 2^-24 (float) are equally likely.
  template <std::floating_point T = double> T uniform(std::uint64_t index) const {
    // Rounding the double would give 1.0f now and then, so a float takes its own bits.
    const std::uint64_t bits = block(index, 0).first;
    if constexpr (sizeof(T) == sizeof(float))
      return static_cast<T>(bits >> 40) * T{0x1p-24};
    else
      return static_cast<T>(bits >> 11) * T{0x1p-53};
  }

  /// Normal with mean 0 and standard deviation 1 (Box and Muller, from two uniform numbers of 53
  /// bits). The float is the double, rounded.
  template <std::floating_point T = double> T normal(std::uint64_t index) const {
    return static_cast<T>(normal_double(index));
  }

  /// Uniform in 0, 1, … bound - 1, without bias. Throws InputError for a bound below 1.
  std::int64_t integer(std::uint64_t index, std::int64_t bound) const;

  bool operator==(const RandomStream &) const = default;

private:
  struct Bits {
    std::uint64_t first, second;
  };
  explicit RandomStream(PhiloxKey key) : key_(key) {}
  // 128 bits for (index, draw); further draws are for numbers that must be drawn again.
  Bits block(std::uint64_t index, std::uint64_t draw) const {
    const PhiloxCounter words = philox({low(index), high(index), low(draw), high(draw)}, key_);
    return {join(words[0], words[1]), join(words[2], words[3])};
  }
  static std::uint32_t low(std::uint64_t value) { return static_cast<std::uint32_t>(value); }
  static std::uint32_t high(std::uint64_t value) { return static_cast<std::uint32_t>(value >> 32); }
  static std::uint64_t join(std::uint32_t low, std::uint32_t high) {
    return std::uint64_t{high} << 32 | low;
  }
  double normal_double(std::uint64_t index) const;

  PhiloxKey key_;
};

} // namespace brigade
