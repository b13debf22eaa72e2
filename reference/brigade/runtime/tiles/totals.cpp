#include "brigade/runtime/tiles/totals.hpp"

#include "brigade/ir/interpret/wrapping.hpp"
#include "brigade/runtime/tiles/element_type.hpp"

#include <algorithm>
#include <concepts>
#include <limits>

namespace brigade {

namespace {

constexpr std::int64_t kLanes = 32;

/// Totals of elements of one type, joined by Join, which begins with Join::none().
template <class T, class Join> struct Totals {
  static T *of(std::byte *totals) { return reinterpret_cast<T *>(totals); }

  static void begin(std::byte *totals, std::int64_t count) {
    std::fill_n(of(totals), count, Join::none());
  }
  static void add_columns(std::byte *totals, std::int64_t /*count*/, std::int64_t first,
                          const void *x, std::int64_t rows, std::int64_t columns) {
    T *__restrict total = of(totals) + first;
    const T *__restrict from = static_cast<const T *>(x);
    for (std::int64_t row = 0; row < rows; ++row, from += columns)
      for (std::int64_t i = 0; i < columns; ++i)
        total[i] = Join::join(total[i], from[i]);
  }
  static T run(const T *x, std::int64_t n) {
    if (n < kLanes) {
      T total = Join::none();
      for (std::int64_t i = 0; i < n; ++i)
        total = Join::join(total, x[i]);
      return total;
    }
    T lanes[kLanes];
    std::fill_n(lanes, kLanes, Join::none());
    std::int64_t i = 0;
    for (; i + kLanes <= n; i += kLanes)
      for (std::int64_t j = 0; j < kLanes; ++j)
        lanes[j] = Join::join(lanes[j], x[i + j]);
    T total = Join::none();
    for (const T lane : lanes)
      total = Join::join(total, lane);
    for (; i < n; ++i)
      total = Join::join(total, x[i]);
    return total;
  }
  static void add_rows(std::byte *totals, std::int64_t first, std::int64_t step, const void *x,
                       std::int64_t rows, std::int64_t columns) {
    T *total = of(totals) + first;
    const T *from = static_cast<const T *>(x);
    for (std::int64_t row = 0; row < rows; ++row, total += step, from += columns)
      *total = Join::join(*total, run(from, columns));
  }
  static void flush(std::byte * /*totals*/, std::int64_t /*count*/) {}
  static void end(const std::byte *totals, std::int64_t count, void *out) {
    std::copy_n(reinterpret_cast<const T *>(totals), count, static_cast<T *>(out));
  }
  static TotalsFunctions functions() { return {begin, add_columns, add_rows, flush, end}; }
};

template <class T> struct Sum {
  static T none() { return T{0}; }
  static T join(T a, T b) { return add_wrapping(a, b); }
};
// A number that is none stays.
template <class T> struct Greatest {
  static T none() {
    if constexpr (std::floating_point<T>)
      return -std::numeric_limits<T>::infinity();
    else
      return std::numeric_limits<T>::lowest();
  }
  static T join(T a, T b) { return b > a || b != b ? b : a; }
};
template <class T> struct Least {
  static T none() {
    if constexpr (std::floating_point<T>)
      return std::numeric_limits<T>::infinity();
    else
      return std::numeric_limits<T>::max();
  }
  static T join(T a, T b) { return b < a || b != b ? b : a; }
};

/// Sums of f32: the f64 totals first, then those in f32.
struct FloatSums {
  using Narrow = Totals<float, Sum<float>>;

  static double *wide(std::byte *totals) { return reinterpret_cast<double *>(totals); }
  static std::byte *narrow(std::byte *totals, std::int64_t count) {
    return totals + static_cast<std::size_t>(count) * sizeof(double);
  }
  static void begin(std::byte *totals, std::int64_t count) {
    std::fill_n(wide(totals), count, 0.0);
    Narrow::begin(narrow(totals, count), count);
  }
  static void add_columns(std::byte *totals, std::int64_t count, std::int64_t first, const void *x,
                          std::int64_t rows, std::int64_t columns) {
    Narrow::add_columns(narrow(totals, count), count, first, x, rows, columns);
  }
  static void add_rows(std::byte *totals, std::int64_t first, std::int64_t step, const void *x,
                       std::int64_t rows, std::int64_t columns) {
    double *total = wide(totals) + first;
    const float *from = static_cast<const float *>(x);
    for (std::int64_t row = 0; row < rows; ++row, total += step, from += columns)
      *total += static_cast<double>(Narrow::run(from, columns));
  }
  static void flush(std::byte *totals, std::int64_t count) {
    double *__restrict sums = wide(totals);
    float *__restrict further = Narrow::of(narrow(totals, count));
    for (std::int64_t i = 0; i < count; ++i) {
      sums[i] += static_cast<double>(further[i]);
      further[i] = 0;
    }
  }
  static void end(const std::byte *totals, std::int64_t count, void *out) {
    std::transform(reinterpret_cast<const double *>(totals),
                   reinterpret_cast<const double *>(totals) + count, static_cast<float *>(out),
                   [](double sum) { return static_cast<float>(sum); });
  }
};

} // namespace

TotalsFunctions totals_functions(Operation operation, DType type) {
  if (operation == Operation::sum && type == DType::f32)
    return {FloatSums::begin, FloatSums::add_columns, FloatSums::add_rows, FloatSums::flush,
            FloatSums::end};
  return with_element_type(type, [&]<class T>() {
    if (operation == Operation::sum)
      return Totals<T, Sum<T>>::functions();
    return operation == Operation::max_reduce ? Totals<T, Greatest<T>>::functions()
                                              : Totals<T, Least<T>>::functions();
  });
}

} // namespace brigade
