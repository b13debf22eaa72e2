#pragma once

#include "brigade/runtime/kernels/matrix_view.hpp"

namespace brigade {

/// One factor of a matrix product: a matrix as it lies in memory, or to be read as its transpose.
/// The transpose is a flag that BLAS takes; nothing is copied.
template <class T> struct Factor {
  MatrixView<const T> matrix;
  bool is_transposed = false;

  Factor(MatrixView<const T> view, bool transposed = false)
      : matrix(view), is_transposed(transposed) {}
  Factor(MatrixView<T> view) : matrix(view) {}
  std::int64_t rows() const { return is_transposed ? matrix.columns : matrix.rows; }
  std::int64_t columns() const { return is_transposed ? matrix.rows : matrix.columns; }
};

template <class T> Factor<T> transposed(MatrixView<T> view) { return {view, true}; }
template <class T> Factor<T> transposed(MatrixView<const T> view) { return {view, true}; }

/// out (m, n) ← left (m, k) · right (k, n), in `out`'s own memory, which must not overlap the
/// factors. Any size may be 0; with k = 0 `out` becomes zero. Throws Error if the sizes do not fit
/// together, or one exceeds BLAS's 32-bit integers. `T` is float or double.
template <class T> void gemm(Factor<T> left, Factor<T> right, MatrixView<T> out);

/// A factor somewhere in a larger array: `leading` elements from one of its rows to the next or,
/// where it is to be read as its transpose, from one of the rows that it is the transpose of.
template <class T> struct StridedFactor {
  const T *data = nullptr;
  bool is_transposed = false;
  std::int64_t leading = 1;
};

/// out (rows, columns) ← left (rows, inner) · right (inner, columns), as above; `out` has no gaps.
template <class T>
void gemm(std::int64_t rows, std::int64_t columns, std::int64_t inner, StridedFactor<T> left,
          StridedFactor<T> right, T *out);

/// Threads that a product may use on this rank. A rank is a device and a device is a core, so one
/// is what ranks of a job want; throws InputError if `ranks_on_node` times `threads` exceeds both
/// `cores` and `ranks_on_node`.
void set_blas_threads(int threads, int ranks_on_node, int cores);

} // namespace brigade
