#pragma once

#include "brigade/core/shape.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace brigade {

/// The part of a loop that is done at a time: `rows` whole rows, or a piece of one.
struct Tile {
  std::int64_t row = 0, rows = 1;
  std::int64_t column = 0, columns = 0; ///< of each row
  std::int64_t begin = 0;               ///< number of its first element
  std::int64_t count() const { return rows * columns; }
};

/// A loop over the elements of a shape, row-major, as rows: dimensions that all its operands walk
/// as one are one, and the last of them is a row.
class LoopWalk {
public:
  /// `strides`: of each operand over the shape's dimensions; over the walk's dimensions afterwards.
  LoopWalk(const Shape &shape, std::span<std::vector<std::int64_t> *const> strides);

  std::int64_t rows() const { return rows_; }
  std::int64_t columns() const { return columns_; }
  /// Over all rows' first elements: the sum of index * stride. Strides are over the walk's
  /// dimensions.
  std::int64_t offset_of_row(std::int64_t row, const std::vector<std::int64_t> &strides) const {
    if (sizes_.size() < 2)
      return 0;
    std::int64_t offset = 0;
    for (std::size_t d = sizes_.size() - 2; d > 0; --d) {
      offset += row % sizes_[d] * strides[d];
      row /= sizes_[d];
    }
    return offset + row * strides[0]; // without a division where rows are one dimension, as mostly
  }
  /// How far it is from one row to the next, where that is the same between all of them.
  std::optional<std::int64_t> row_step(const std::vector<std::int64_t> &strides) const {
    if (repeats_rows(strides))
      return 0;
    return sizes_.size() == 2 ? std::optional(strides[0]) : std::nullopt;
  }
  /// Whether an operand's rows are all the same one.
  bool repeats_rows(const std::vector<std::int64_t> &strides) const;
  /// Whether it reads element after element.
  bool is_contiguous(const std::vector<std::int64_t> &strides) const;

private:
  Shape sizes_; // at least one
  std::int64_t rows_ = 1, columns_ = 1;
};

} // namespace brigade
