#pragma once

#include "brigade/tracer/board/layout.hpp"

namespace brigade::board {

/// In what two ranks' calls of one collective do not fit; the weightiest only.
enum class Difference { none, call, root, operation, type, count, shape, members };

/// How the call `own` differs from the `first` one; `self` is the bit, in the world, of the rank
/// that calls with `own`.
inline Difference difference(const Signature &first, const Signature &own, std::uint64_t self) {
  if (first.call.view() != own.call.view())
    return Difference::call;
  if (first.root != own.root)
    return Difference::root;
  if (first.operation_id != own.operation_id)
    return Difference::operation;
  if (first.basic_types != 0 && own.basic_types != 0 && first.basic_types != own.basic_types)
    return Difference::type;
  if (first.bytes >= 0 && own.bytes >= 0 && first.bytes != own.bytes)
    return Difference::count;
  if (first.shape != own.shape)
    return Difference::shape;
  // Groups may differ where they have no rank in common; a rank outside its own group makes nothing,
  // but has to give the group of those who count on it.
  const bool is_inside = (own.members & self) != 0;
  const bool is_concerned =
      is_inside ? (first.members & own.members) != 0 : (first.members & self) != 0;
  if (is_concerned && first.members != own.members)
    return Difference::members;
  return Difference::none;
}

} // namespace brigade::board
