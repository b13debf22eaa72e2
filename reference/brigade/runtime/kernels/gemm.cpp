#include "brigade/runtime/kernels/gemm.hpp"

#include "brigade/core/error.hpp"

#include <cblas.h>
#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <limits>

namespace brigade {

namespace {

blasint to_blas_int(std::int64_t size) {
  if (size > std::numeric_limits<blasint>::max())
    throw Error(fmt::format("a matrix dimension of {} exceeds what BLAS takes ({})", size,
                            std::numeric_limits<blasint>::max()));
  return static_cast<blasint>(size);
}

// Distance from one row to the next; BLAS wants at least 1, also for a matrix without columns.
template <class T> blasint leading_dimension(MatrixView<T> matrix) {
  return std::max<blasint>(1, to_blas_int(matrix.columns));
}

template <class T> CBLAS_TRANSPOSE flag(const Factor<T> &factor) {
  return factor.is_transposed ? CblasTrans : CblasNoTrans;
}

} // namespace

template <class T> void gemm(Factor<T> left, Factor<T> right, MatrixView<T> out) {
  if (left.columns() != right.rows() || left.rows() != out.rows || right.columns() != out.columns)
    throw Error(fmt::format("the product of [{}, {}] and [{}, {}] does not fit into [{}, {}]",
                            left.rows(), left.columns(), right.rows(), right.columns(), out.rows,
                            out.columns));
  const blasint m = to_blas_int(out.rows), n = to_blas_int(out.columns),
                k = to_blas_int(left.columns());
  if (k == 0) {
    std::ranges::fill(out.elements(), T(0));
    return;
  }
  if (m == 0 || n == 0)
    return;
  if constexpr (std::same_as<T, float>)
    cblas_sgemm(CblasRowMajor, flag(left), flag(right), m, n, k, 1.0F, left.matrix.data,
                leading_dimension(left.matrix), right.matrix.data, leading_dimension(right.matrix),
                0.0F, out.data, leading_dimension(out));
  else
    cblas_dgemm(CblasRowMajor, flag(left), flag(right), m, n, k, 1.0, left.matrix.data,
                leading_dimension(left.matrix), right.matrix.data, leading_dimension(right.matrix),
                0.0, out.data, leading_dimension(out));
}

template void gemm(Factor<float>, Factor<float>, MatrixView<float>);
template void gemm(Factor<double>, Factor<double>, MatrixView<double>);

void set_blas_threads(int threads, int ranks_on_node, int cores) {
  if (threads < 1 || (threads > 1 && threads * ranks_on_node > cores))
    throw InputError(
        fmt::format("{} BLAS threads on each of {} ranks do not fit {} cores; at most {} would",
                    threads, ranks_on_node, cores, std::max(1, cores / ranks_on_node)));
  openblas_set_num_threads(threads);
}

} // namespace brigade
