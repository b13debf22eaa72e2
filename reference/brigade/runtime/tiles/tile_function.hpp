#pragma once

#include "brigade/core/dtype.hpp"
#include "brigade/ir/operation.hpp"

#include <cstdint>

namespace brigade {

/// An elementwise operation on a tile of n elements that lie next to each other:
/// out[i] = f(a[i], b[i], c[i]). `out` may be one of the operands; it may not overlap one
/// otherwise.
using TileFunction = void (*)(void *out, const void *a, const void *b, const void *c,
                              std::int64_t n);

/// Which one of an operation's functions.
struct TileForm {
  Operation operation = Operation::add;
  DType operand = DType::f32; ///< type of the last operand
  DType result = DType::f32;
  bool first_is_number = false, second_is_number = false; ///< one element, for the whole tile
};

/// What `form` computes, as the interpreter defines it (ir/interpret/elementwise.cpp), but for
/// rounding: functions of f32 are computed in f32. A number is taken for the first or the second of
/// two operands (takes_numbers). Functions of integers may throw InputError (a division by zero).
/// Nothing for an operation that is not elementwise.
TileFunction tile_function(const TileForm &form);
bool takes_numbers(Operation operation);

/// Copies; of a number, fills.
TileFunction tile_copy(DType type, bool is_number);

/// The same by kind of operation; tile_function chooses.
TileFunction arithmetic_function(const TileForm &form);
TileFunction comparison_function(const TileForm &form);
TileFunction selection_function(DType type);
TileFunction one_operand_function(Operation operation, DType type);
TileFunction conversion_function(DType from, DType to);

} // namespace brigade
