#pragma once

#include "brigade/trace/tensor.hpp"

#include <cstdint>
#include <source_location>

namespace brigade {

/// Rows of a table by their number: ids.shape + table.shape[1:]. An id of no row gives zeros.
Tensor gather(Operand table, Operand ids);
/// A table of this shape: for each of its rows the sum of the given rows whose id names it. Those
/// with an id of no row are dropped.
Tensor scatter_add(const Shape &shape, Operand ids, Operand rows);
/// The table with one row put in the place of another. An index of no row changes nothing.
Tensor update_row(Operand table, Operand row, Operand index);
/// 1 at the place that each id names along a new last dimension of size `count`, else 0.
Tensor one_hot(Operand ids, std::int64_t count, DType type = DType::f32);

} // namespace brigade
