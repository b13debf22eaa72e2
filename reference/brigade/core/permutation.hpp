#pragma once

#include "brigade/core/random.hpp"

#include <cstdint>
#include <vector>

namespace brigade {

/// 0, 1, … count - 1 in a random order, each order equally likely (Fisher and Yates). A pure
/// function of its arguments, so all ranks compute the same one without communication; use a stream
/// for each epoch. Throws InputError for a negative count.
std::vector<std::int64_t> permutation(std::int64_t count, const RandomStream &stream);

/// The same as permutation(count, RandomStream(seed, stream)).
std::vector<std::int64_t> permutation(std::int64_t count, std::uint64_t seed, std::uint64_t stream);

} // namespace brigade
