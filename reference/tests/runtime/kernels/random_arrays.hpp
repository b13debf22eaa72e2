#pragma once

#include "brigade/runtime/kernels/plain.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <vector>

namespace brigade {

// Sizes around the widths of vectors (16 floats, 8 doubles), none, one, and odd ones.
inline const std::vector<std::int64_t> kRows = {0, 1, 2, 5, 33};
inline const std::vector<std::int64_t> kColumns = {1, 3, 7, 8, 10, 15, 16, 17, 31, 64, 129};

/// Values in [-scale, scale], the same for the same seed.
template <class T>
plain::Matrix<T> random_matrix(std::int64_t rows, std::int64_t columns, unsigned seed,
                               double scale = 2) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> draw(-scale, scale);
  plain::Matrix<T> out =
      xt::zeros<T>({static_cast<std::size_t>(rows), static_cast<std::size_t>(columns)});
  for (T &value : out)
    value = static_cast<T>(draw(engine));
  return out;
}

template <class T>
plain::Vector<T> random_vector(std::int64_t size, unsigned seed, double scale = 2) {
  const plain::Matrix<T> row = random_matrix<T>(1, size, seed, scale);
  return plain::Vector<T>(xt::row(row, 0));
}

inline std::vector<std::int32_t> random_labels(std::int64_t rows, std::int64_t classes,
                                               unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_int_distribution<std::int32_t> draw(0, static_cast<std::int32_t>(classes - 1));
  std::vector<std::int32_t> out(static_cast<std::size_t>(rows));
  for (std::int32_t &label : out)
    label = draw(engine);
  return out;
}

template <class T> MatrixView<T> view(plain::Matrix<T> &matrix) {
  return {matrix.data(), static_cast<std::int64_t>(matrix.shape(0)),
          static_cast<std::int64_t>(matrix.shape(1))};
}
template <class T> MatrixView<const T> view(const plain::Matrix<T> &matrix) {
  return {matrix.data(), static_cast<std::int64_t>(matrix.shape(0)),
          static_cast<std::int64_t>(matrix.shape(1))};
}

template <class T> std::span<T> elements(plain::Vector<T> &vector) {
  return {vector.data(), vector.size()};
}
template <class T> std::span<const T> elements(const plain::Vector<T> &vector) {
  return {vector.data(), vector.size()};
}

/// `roundings` half-ulp errors of values as large as `magnitude`.
template <class T> double rounding(double magnitude, double roundings) {
  return static_cast<double>(std::numeric_limits<T>::epsilon()) * magnitude * roundings;
}

/// Every element of `got` within `allowed` of its twin; says the percent of the allowed error at
/// the worst.
template <class Got, class Expected>
void expect_close(const Got &got, const Expected &expected, double allowed) {
  ASSERT_EQ(got.size(), expected.size());
  double worst = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double difference =
        std::abs(static_cast<double>(got.data()[i]) - static_cast<double>(expected.data()[i]));
    worst = std::isnan(difference) ? difference : std::max(worst, difference);
    if (std::isnan(worst))
      break;
  }
  EXPECT_LE(worst, allowed) << "the worst difference is " << 100 * worst / allowed
                            << " % of what is allowed";
}

using Floats = ::testing::Types<float, double>;

} // namespace brigade
