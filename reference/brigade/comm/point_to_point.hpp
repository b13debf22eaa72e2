#pragma once

#include "brigade/comm/buffer.hpp"
#include "brigade/comm/group.hpp"
#include "brigade/comm/pending.hpp"
#include "brigade/core/dtype.hpp"

#include <span>
#include <type_traits>

namespace brigade {

/// Tags of send and receive are 0 up to this one.
inline constexpr int kMaximumTag = 32767;

/// Gives `data` to the member at place `peer`, which receives equally many elements with the same
/// tag. Messages between two members with the same tag arrive in the order in which they were
/// started. A blocking send may wait until the peer receives. Throws InputError where `peer` is not
/// a place in the group or the tag is out of range.
void send(const Group &group, ConstBuffer data, DType type, int peer, int tag = 0);
Pending start_send(const Group &group, ConstBuffer data, DType type, int peer, int tag = 0);

/// Takes what the member at place `peer` sends. Throws MpiError where it sends more than `data`
/// holds and InputError where it sends less.
void receive(const Group &group, Buffer data, DType type, int peer, int tag = 0);
Pending start_receive(const Group &group, Buffer data, DType type, int peer, int tag = 0);

template <class T>
requires Element<std::remove_const_t<T>>
void send(const Group &group, std::span<T> data, int peer, int tag = 0) {
  send(group, ConstBuffer{data.data(), data.size()}, dtype_of<std::remove_const_t<T>>(), peer, tag);
}
template <class T>
requires Element<std::remove_const_t<T>> Pending start_send(const Group &group, std::span<T> data,
                                                            int peer, int tag = 0) {
  return start_send(group, ConstBuffer{data.data(), data.size()},
                    dtype_of<std::remove_const_t<T>>(), peer, tag);
}
template <Element T> void receive(const Group &group, std::span<T> data, int peer, int tag = 0) {
  receive(group, Buffer{data.data(), data.size()}, dtype_of<T>(), peer, tag);
}
template <Element T>
Pending start_receive(const Group &group, std::span<T> data, int peer, int tag = 0) {
  return start_receive(group, Buffer{data.data(), data.size()}, dtype_of<T>(), peer, tag);
}

} // namespace brigade
