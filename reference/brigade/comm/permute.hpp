#pragma once

#include "brigade/comm/buffer.hpp"
#include "brigade/comm/group.hpp"
#include "brigade/comm/pending.hpp"
#include "brigade/core/dtype.hpp"

#include <span>
#include <type_traits>

namespace brigade {

/// One move of a permutation: the member at place `source` gives its data to the member at place
/// `target`.
struct PermuteStep {
  int source = 0;
  int target = 0;
  bool operator==(const PermuteStep &) const = default;
};

/// Moves `in` of each step's source into `out` of its target; a member that is no step's target
/// gets zeros. All members give the same steps. `in` and `out` hold equally many elements and must
/// not overlap. Throws InputError where a member is a source twice or a target twice, or is not in
/// the group.
void permute(const Group &group, ConstBuffer in, Buffer out, std::span<const PermuteStep> steps,
             DType type);
Pending start_permute(const Group &group, ConstBuffer in, Buffer out,
                      std::span<const PermuteStep> steps, DType type);

template <Element T>
void permute(const Group &group, std::type_identity_t<std::span<const T>> in, std::span<T> out,
             std::span<const PermuteStep> steps) {
  permute(group, ConstBuffer{in.data(), in.size()}, Buffer{out.data(), out.size()}, steps,
          dtype_of<T>());
}
template <Element T>
Pending start_permute(const Group &group, std::type_identity_t<std::span<const T>> in,
                      std::span<T> out, std::span<const PermuteStep> steps) {
  return start_permute(group, ConstBuffer{in.data(), in.size()}, Buffer{out.data(), out.size()},
                       steps, dtype_of<T>());
}

} // namespace brigade
