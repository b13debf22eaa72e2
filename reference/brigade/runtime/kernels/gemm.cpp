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

template <class T> CBLAS_TRANSPOSE flag(const StridedFactor<T> &factor) {
  return factor.is_transposed ? CblasTrans : CblasNoTrans;
}

// BLAS wants rows to be at least 1 apart, also of a matrix without columns.
template <class T> StridedFactor<T> strided(const Factor<T> &factor) {
  return {factor.matrix.data, factor.is_transposed,
          std::max<std::int64_t>(1, factor.matrix.columns)};
}

} // namespace

template <class T> void gemm(Factor<T> left, Factor<T> right, MatrixView<T> out) {
  if (left.columns() != right.rows() || left.rows() != out.rows || right.columns() != out.columns)
    throw Error(fmt::format("the product of [{}, {}] and [{}, {}] does not fit into [{}, {}]",
                            left.rows(), left.columns(), right.rows(), right.columns(), out.rows,
                            out.columns));
  gemm<T>(out.rows, out.columns, left.columns(), strided(left), strided(right), out.data);
}

template <class T>
void gemm(std::int64_t rows, std::int64_t columns, std::int64_t inner, StridedFactor<T> left,
          StridedFactor<T> right, T *out) {
  if (inner == 0)
    std::fill_n(out, rows * columns, T(0));
  if (rows == 0 || columns == 0 || inner == 0)
    return;
  const blasint m = to_blas_int(rows), n = to_blas_int(columns), k = to_blas_int(inner),
                left_leading = to_blas_int(left.leading),
                right_leading = to_blas_int(right.leading);
  if constexpr (std::same_as<T, float>)
    cblas_sgemm(CblasRowMajor, flag(left), flag(right), m, n, k, 1.0F, left.data, left_leading,
                right.data, right_leading, 0.0F, out, n);
  else
    cblas_dgemm(CblasRowMajor, flag(left), flag(right), m, n, k, 1.0, left.data, left_leading,
                right.data, right_leading, 0.0, out, n);
}

template void gemm(Factor<float>, Factor<float>, MatrixView<float>);
template void gemm(Factor<double>, Factor<double>, MatrixView<double>);
template void gemm(std::int64_t, std::int64_t, std::int64_t, StridedFactor<float>,
                   StridedFactor<float>, float *);
template void gemm(std::int64_t, std::int64_t, std::int64_t, StridedFactor<double>,
                   StridedFactor<double>, double *);

void set_blas_threads(int threads, int ranks_on_node, int cores) {
  if (threads < 1 || (threads > 1 && threads * ranks_on_node > cores))
    throw InputError(
        fmt::format("{} BLAS threads on each of {} ranks do not fit {} cores; at most {} would",
                    threads, ranks_on_node, cores, std::max(1, cores / ranks_on_node)));
  openblas_set_num_threads(threads);
}

} // namespace brigade
