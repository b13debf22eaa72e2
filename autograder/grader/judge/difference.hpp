#pragma once

#include "grader/judge/fields.hpp"

#include <cstddef>
#include <vector>

namespace brigade::grader {

/// The largest finite magnitude among all ranks' expected elements.
double scale_of(const Field &expected);
/// How far an element of this type may lie from the expected one (records::Allowance).
double allowed_error(const records::Allowance &allowance, DType type, double scale);
/// Whether element `at` of both agrees: NaN with NaN, infinity with the same infinity, whole
/// numbers exactly where nothing is allowed.
bool agrees(const RankBlock &expected, const RankBlock &got, std::size_t at, double allowed);

/// One rank's part in a difference.
struct RankDifference {
  enum class Kind { none, missing, unasked, damaged, type, shape, placement, values };
  Kind kind = Kind::none;
  std::size_t wrong = 0;  ///< elements
  std::size_t first = 0;  ///< flat index of the first wrong one
  std::size_t worst = 0;  ///< and of the one that lies farthest off
  double worst_error = 0; ///< |got - expected| there; infinity where either is not finite
};

/// Got beside expected, for one name.
struct Difference {
  const Field *expected = nullptr, *got = nullptr; ///< got: null where nobody recorded it
  double allowed = 0;
  std::vector<RankDifference> ranks;
  bool any() const;
  std::vector<int> wrong_ranks() const;
};
/// Shape first, then type, then placement, then values.
Difference compare(const Field &expected, const Field *got);

} // namespace brigade::grader
