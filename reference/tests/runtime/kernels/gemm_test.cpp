#include "random_arrays.hpp"

#include "brigade/core/error.hpp"
#include "brigade/runtime/kernels/gemm.hpp"

#include <gmock/gmock.h>

namespace brigade {
namespace {

template <class T> class Gemm : public ::testing::Test {};
TYPED_TEST_SUITE(Gemm, Floats);

// |left|, |right| <= 2, so each of the k terms is at most 4.
template <class T> double allowed(std::int64_t k) {
  return rounding<T>(4.0 * static_cast<double>(k), static_cast<double>(k) + 1);
}

TYPED_TEST(Gemm, MultipliesWithEitherFactorTransposed) {
  using T = TypeParam;
  for (std::int64_t m : {1, 2, 17, 33})
    for (std::int64_t k : {1, 5, 64})
      for (std::int64_t n : {1, 10, 31}) {
        const auto left = random_matrix<T>(m, k, 1), right = random_matrix<T>(k, n, 2);
        const plain::Matrix<T> left_t = xt::transpose(left), right_t = xt::transpose(right);
        const auto expected = plain::product(left, right);
        plain::Matrix<T> out = random_matrix<T>(m, n, 3); // what was there before must not count
        gemm<T>(view(left), view(right), view(out));
        expect_close(out, expected, allowed<T>(k));
        gemm<T>(transposed(view(left_t)), view(right), view(out));
        expect_close(out, expected, allowed<T>(k));
        gemm<T>(view(left), transposed(view(right_t)), view(out));
        expect_close(out, expected, allowed<T>(k));
        gemm<T>(transposed(view(left_t)), transposed(view(right_t)), view(out));
        expect_close(out, expected, allowed<T>(k));
      }
}

TYPED_TEST(Gemm, ASumOfNoTermsIsZero) {
  using T = TypeParam;
  const auto left = random_matrix<T>(3, 0, 1), right = random_matrix<T>(0, 4, 2);
  plain::Matrix<T> out = random_matrix<T>(3, 4, 3);
  gemm<T>(view(left), view(right), view(out));
  EXPECT_EQ(out, (plain::Matrix<T>(xt::zeros<T>({3, 4}))));
}

TYPED_TEST(Gemm, TakesMatricesWithoutRowsOrColumns) {
  using T = TypeParam;
  const auto tall = random_matrix<T>(4, 3, 1), no_rows = random_matrix<T>(0, 4, 2);
  const auto no_columns = random_matrix<T>(3, 0, 2);
  plain::Matrix<T> out = random_matrix<T>(0, 3, 3), wide = random_matrix<T>(4, 0, 3);
  gemm<T>(view(no_rows), view(tall), view(out));
  gemm<T>(view(tall), view(no_columns), view(wide));
  EXPECT_EQ(out.size() + wide.size(), 0U);
}

TYPED_TEST(Gemm, SaysWhichSizesDoNotFit) {
  using T = TypeParam;
  const auto left = random_matrix<T>(2, 3, 1), right = random_matrix<T>(4, 5, 2);
  plain::Matrix<T> out = random_matrix<T>(2, 5, 3);
  try {
    gemm<T>(view(left), view(right), view(out));
    FAIL() << "no error";
  } catch (const Error &error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("[2, 3] and [4, 5] does not fit into [2, 5]"));
  }
}

TEST(BlasThreads, NeverExceedTheCoresOfTheNode) {
  EXPECT_NO_THROW(set_blas_threads(1, 8, 2)); // more ranks than cores: one each all the same
  EXPECT_THROW(set_blas_threads(2, 2, 2), InputError);
  EXPECT_THROW(set_blas_threads(0, 1, 2), InputError);
  EXPECT_NO_THROW(set_blas_threads(1, 1, 2));
}

} // namespace
} // namespace brigade
