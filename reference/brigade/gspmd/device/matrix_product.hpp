#pragma once

#include "brigade/gspmd/device/strided_view.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace brigade {

/// One operand of a matrix product as BLAS takes it: for each product of the batch a matrix at an
/// offset (in elements) of `source`'s memory, with a distance between its rows, or, transposed, its
/// columns. Where the dimensions do not lie so, it is copied first: `source` is then to be read
/// through `view`, with the dimensions in the order `packed_shape`.
struct MatrixOperand {
  ValueId source;
  bool is_transposed = false;
  std::int64_t leading = 1; ///< elements from one row (column) to the next
  std::vector<std::int64_t> offsets;
  bool is_packed = false;
  StridedView view;
  Shape packed_shape; ///< batch, rows, columns

  std::int64_t packed_elements() const { return is_packed ? element_count(packed_shape) : 0; }
};

/// A dot as products of matrices: for each of the batch (rows, inner) times (inner, columns), one
/// after the other in the result.
struct MatrixProduct {
  std::int64_t batch = 1, rows = 1, columns = 1, inner = 1;
  MatrixOperand left, right;
};

/// Transposed and sliced operands are read where they lie. An operand that is made from nothing, or
/// a broadcast of something smaller, is packed.
MatrixProduct matrix_product(const DeviceProgram &program, const StridedViews &views,
                             const Instruction &dot);

} // namespace brigade
