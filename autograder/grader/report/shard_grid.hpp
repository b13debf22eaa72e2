#pragma once

#include "grader/verdict/verdict.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace brigade::grader {

/// A picture's blocks as the cells of a grid, for drawings. Two dimensions are drawn: the first two
/// along which blocks begin at several places.
struct ShardGrid {
  std::vector<std::int64_t> rows, columns; ///< where the bands begin, and where the last one ends
  bool has_rows = true;                    ///< false: one dimension, which goes across
  struct Cell {
    std::size_t row = 0, column = 0;
    std::vector<const PictureBlock *> blocks; ///< the ranks that hold it
  };
  std::vector<Cell> cells;
  std::size_t row_count() const { return rows.size() - 1; }
  std::size_t column_count() const { return columns.size() - 1; }
};

/// None where the blocks have no places, where more than two dimensions are cut, or where there
/// are more than 16 bands.
std::optional<ShardGrid> grid_of(const ShardPicture &picture);
/// The gravest state of the blocks of a cell.
PictureBlock::State state_of(const ShardGrid::Cell &cell);

} // namespace brigade::grader
