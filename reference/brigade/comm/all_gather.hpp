#pragma once

#include "brigade/comm/algorithm.hpp"
#include "brigade/comm/buffer.hpp"
#include "brigade/comm/group.hpp"
#include "brigade/comm/pending.hpp"
#include "brigade/core/dtype.hpp"

#include <cstddef>
#include <span>
#include <type_traits>

namespace brigade {

/// Puts every member's `in` one after the other, in the order of the members, into `out` on every
/// member. `counts[i]` is what member i gives, in elements; without counts the blocks are the
/// balanced ones of block_of(out.count, n, i), equal where n divides. `in` may be its own block of
/// `out`. Throws InputError where counts, `in` and `out` do not fit each other.
void all_gather(const Group &group, ConstBuffer in, Buffer out, std::span<const std::size_t> counts,
                DType type, Algorithm algorithm = Algorithm::automatic);
void all_gather(const Group &group, ConstBuffer in, Buffer out, DType type,
                Algorithm algorithm = Algorithm::automatic);
Pending start_all_gather(const Group &group, ConstBuffer in, Buffer out,
                         std::span<const std::size_t> counts, DType type,
                         Algorithm algorithm = Algorithm::automatic);
Pending start_all_gather(const Group &group, ConstBuffer in, Buffer out, DType type,
                         Algorithm algorithm = Algorithm::automatic);

template <Element T>
void all_gather(const Group &group, std::type_identity_t<std::span<const T>> in, std::span<T> out,
                Algorithm algorithm = Algorithm::automatic) {
  all_gather(group, ConstBuffer{in.data(), in.size()}, Buffer{out.data(), out.size()},
             dtype_of<T>(), algorithm);
}
template <Element T>
void all_gather(const Group &group, std::type_identity_t<std::span<const T>> in, std::span<T> out,
                std::span<const std::size_t> counts, Algorithm algorithm = Algorithm::automatic) {
  all_gather(group, ConstBuffer{in.data(), in.size()}, Buffer{out.data(), out.size()}, counts,
             dtype_of<T>(), algorithm);
}
template <Element T>
Pending start_all_gather(const Group &group, std::type_identity_t<std::span<const T>> in,
                         std::span<T> out, Algorithm algorithm = Algorithm::automatic) {
  return start_all_gather(group, ConstBuffer{in.data(), in.size()}, Buffer{out.data(), out.size()},
                          dtype_of<T>(), algorithm);
}
template <Element T>
Pending start_all_gather(const Group &group, std::type_identity_t<std::span<const T>> in,
                         std::span<T> out, std::span<const std::size_t> counts,
                         Algorithm algorithm = Algorithm::automatic) {
  return start_all_gather(group, ConstBuffer{in.data(), in.size()}, Buffer{out.data(), out.size()},
                          counts, dtype_of<T>(), algorithm);
}

} // namespace brigade
