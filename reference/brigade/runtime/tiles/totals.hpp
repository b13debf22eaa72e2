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
  /// Totals first, first + 1, … each take one element of x more.
  void (*add_columns)(std::byte *totals, std::int64_t count, std::int64_t first, const void *x,
                      std::int64_t n);
  /// One total takes all elements of x.
  void (*add_run)(std::byte *totals, std::int64_t index, const void *x, std::int64_t n);
  /// To be called after some hundred elements that each total took by add_columns, and at the end.
  void (*flush)(std::byte *totals, std::int64_t count);
  void (*end)(const std::byte *totals, std::int64_t count, void *out);
};

/// Of sum, max_reduce or min_reduce; not of bool.
TotalsFunctions totals_functions(Operation operation, DType type);

} // namespace brigade
