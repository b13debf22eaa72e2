#pragma once

#include "brigade/comm/call/choose_algorithm.hpp"
#include "brigade/comm/group.hpp"
#include "brigade/core/reduce_op.hpp"
#include "brigade/comm/runtime.hpp"
#include "brigade/core/dtype.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

/// What the tests of comm/ run on, and what they expect: computed by each rank for itself.
namespace brigade::testing {

inline Runtime &job() { return Runtime::current(); }

/// The world, and this rank's groups along the sets of axes of several meshes of all ranks. Each
/// has a communicator of MPI, so that every algorithm can be tried.
std::vector<Group> groups_under_test();

/// 0, 1, n - 1, n, n + 1 and longer ones.
std::vector<std::size_t> sizes_under_test(int ranks);

/// The algorithms that can do this collective in this group.
std::vector<Algorithm> algorithms_under_test(Collective collective, const Group &group,
                                             bool started = false);

/// Sizes of blocks, some empty, that differ from each other.
std::vector<std::size_t> uneven_counts(int parts, std::size_t seed);

/// "over `data` of 4 by ring, 17 elements": printed where an expectation fails.
std::string story(const Group &group, Algorithm algorithm, std::size_t count);

/// Element `index` of what a rank gives: small whole numbers, so that sums are exact in every type.
template <class T> T element(int world_rank, std::size_t index) {
  return static_cast<T>(
      static_cast<int>((static_cast<std::size_t>(world_rank) * 7 + index * 3) % 11) - 5);
}

template <class T> std::vector<T> elements(int world_rank, std::size_t count) {
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = element<T>(world_rank, i);
  return values;
}

/// What a reduction of elements(member, count) over `members` gives.
template <class T>
std::vector<T> reduced(std::span<const int> members, std::size_t count, ReduceOp op) {
  std::vector<T> result = elements<T>(members.front(), count);
  for (const int member : members.subspan(1))
    for (std::size_t i = 0; i < count; ++i) {
      const T other = element<T>(member, i);
      if (op == ReduceOp::max)
        result[i] = std::max(result[i], other);
      else if (op == ReduceOp::min)
        result[i] = std::min(result[i], other);
      else
        result[i] = static_cast<T>(result[i] + other);
    }
  if (op == ReduceOp::mean)
    for (T &value : result)
      value = static_cast<T>(value / static_cast<T>(members.size()));
  return result;
}

/// The operations that the type allows.
template <class T> std::vector<ReduceOp> operations_of() {
  std::vector<ReduceOp> operations{ReduceOp::sum, ReduceOp::max, ReduceOp::min};
  if (std::is_floating_point_v<T>)
    operations.push_back(ReduceOp::mean);
  return operations;
}

/// Calls `body` with a value of each element type.
template <class Body> void for_each_type(Body &&body) {
  body(float{});
  body(double{});
  body(std::int32_t{});
  body(std::int64_t{});
}

} // namespace brigade::testing
