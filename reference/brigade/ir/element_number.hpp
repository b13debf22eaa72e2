#pragma once

#include "brigade/core/dtype.hpp"

#include <string>

namespace brigade {

// Instructions hold the numbers of a constant as doubles, whatever the type of its elements.

/// The nearest number that an f32 holds where the type is f32, and one nan for all; else as it is.
double rounded_to_element(double number, DType type);

/// Is it what rounded_to_element gives, and for i32 a whole number within its range, for i64 one of
/// at most 2^53 in size, for bool 0 or 1?
bool is_element(double number, DType type);

/// The shortest decimal number that reads back to the same element: "0.1", "-inf", "nan".
std::string element_text(double number, DType type);

} // namespace brigade
