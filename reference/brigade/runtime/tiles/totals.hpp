#pragma once

#include "brigade/core/dtype.hpp"
#include "brigade/ir/operation.hpp"

#include <cstddef>
#include <cstdint>

namespace brigade {

/// The running totals of a sum, a maximum or a minimum: one for each of `count` elements of the
/// result, in memory of the caller's (of scratch_of()'s size). Sums of f32 are made in f32 for some
/// hundred elements at a time, and those added up in f64.
struct TotalsFunctions {
  /// What the total of nothing is.
  void (*begin)(std::byte *totals, std::int64_t count);
  /// Totals first, first + 1, … each take one element more of every row of x, which are
  /// (rows, columns), one behind the other.
  void (*add_columns)(std::byte *totals, std::int64_t count, std::int64_t first, const void *x,
                      std::int64_t rows, std::int64_t columns);
  /// Totals first, first + step, … each take all elements of one row of x.
  void (*add_rows)(std::byte *totals, std::int64_t first, std::int64_t step, const void *x,
                   std::int64_t rows, std::int64_t columns);
  /// To be called after some hundred elements that each total took by add_columns, and at the end.
  void (*flush)(std::byte *totals, std::int64_t count);
  void (*end)(const std::byte *totals, std::int64_t count, void *out);
};

/// Of sum, max_reduce or min_reduce; not of bool.
TotalsFunctions totals_functions(Operation operation, DType type);

} // namespace brigade
