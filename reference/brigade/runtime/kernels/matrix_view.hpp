#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace brigade {

/// A row-major matrix in somebody else's memory, without gaps between its rows. `T` may be const.
template <class T> struct MatrixView {
  T *data = nullptr;
  std::int64_t rows = 0;
  std::int64_t columns = 0;

  std::size_t size() const { return static_cast<std::size_t>(rows * columns); }
  std::span<T> elements() const { return {data, size()}; }
  T *row(std::int64_t index) const { return data + index * columns; }
  operator MatrixView<const T>() const { return {data, rows, columns}; }
};

} // namespace brigade
