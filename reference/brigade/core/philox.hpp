#pragma once

#include <array>
#include <cstdint>

namespace brigade {

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

/// Philox4x32-10: 128 random bits as a pure function of a counter and a key (Salmon, Moraes, Dror,
/// Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC11). For one key it is a permutation of
/// the counters.
constexpr PhiloxCounter philox(PhiloxCounter counter, PhiloxKey key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * counter[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57} * counter[2];
    counter = {
        static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
        static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
    key[0] += 0x9E3779B9; // the golden ratio
    key[1] += 0xBB67AE85; // the square root of 3, less 1
  }
  return counter;
}

} // namespace brigade
