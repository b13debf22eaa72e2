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

/// Gives block j of `in` to member j; block i of `out` comes from member i. `send_counts[j]` and
/// `receive_counts[i]` are the blocks' sizes in elements. Without counts every member gives equally
/// many elements, cut into the balanced blocks of block_of(in.count, n, j), so that `out` holds n
/// blocks of this rank's size. `in` and `out` must not overlap. Throws InputError where counts,
/// `in` and `out` do not fit each other.
void all_to_all(const Group &group, ConstBuffer in, Buffer out,
                std::span<const std::size_t> send_counts,
                std::span<const std::size_t> receive_counts, DType type,
                Algorithm algorithm = Algorithm::automatic);
void all_to_all(const Group &group, ConstBuffer in, Buffer out, DType type,
                Algorithm algorithm = Algorithm::automatic);
Pending start_all_to_all(const Group &group, ConstBuffer in, Buffer out,
                         std::span<const std::size_t> send_counts,
                         std::span<const std::size_t> receive_counts, DType type,
                         Algorithm algorithm = Algorithm::automatic);
Pending start_all_to_all(const Group &group, ConstBuffer in, Buffer out, DType type,
                         Algorithm algorithm = Algorithm::automatic);

template <Element T>
void all_to_all(const Group &group, std::type_identity_t<std::span<const T>> in, std::span<T> out,
                Algorithm algorithm = Algorithm::automatic) {
  all_to_all(group, ConstBuffer{in.data(), in.size()}, Buffer{out.data(), out.size()},
             dtype_of<T>(), algorithm);
}
template <Element T>
void all_to_all(const Group &group, std::type_identity_t<std::span<const T>> in, std::span<T> out,
                std::span<const std::size_t> send_counts,
                std::span<const std::size_t> receive_counts,
                Algorithm algorithm = Algorithm::automatic) {
  all_to_all(group, ConstBuffer{in.data(), in.size()}, Buffer{out.data(), out.size()}, send_counts,
             receive_counts, dtype_of<T>(), algorithm);
}
template <Element T>
Pending start_all_to_all(const Group &group, std::type_identity_t<std::span<const T>> in,
                         std::span<T> out, Algorithm algorithm = Algorithm::automatic) {
  return start_all_to_all(group, ConstBuffer{in.data(), in.size()}, Buffer{out.data(), out.size()},
                          dtype_of<T>(), algorithm);
}
template <Element T>
Pending start_all_to_all(const Group &group, std::type_identity_t<std::span<const T>> in,
                         std::span<T> out, std::span<const std::size_t> send_counts,
                         std::span<const std::size_t> receive_counts,
                         Algorithm algorithm = Algorithm::automatic) {
  return start_all_to_all(group, ConstBuffer{in.data(), in.size()}, Buffer{out.data(), out.size()},
                          send_counts, receive_counts, dtype_of<T>(), algorithm);
}

} // namespace brigade
