#include "grader/report/shard_grid.hpp"

#include <algorithm>
#include <set>

namespace brigade::grader {
namespace {

constexpr std::size_t kMostBands = 16;

bool is_placed(const ShardPicture &picture, const PictureBlock &block) {
  return block.start.size() == picture.global_shape.size() &&
         block.shape.size() == picture.global_shape.size();
}

bool is_empty(const PictureBlock &block) {
  return std::ranges::any_of(block.shape, [](std::int64_t size) { return size <= 0; });
}

} // namespace

std::optional<ShardGrid> grid_of(const ShardPicture &picture) {
  const std::size_t dimensions = picture.global_shape.size();
  if (dimensions == 0)
    return std::nullopt;
  std::vector<std::set<std::int64_t>> starts(dimensions);
  for (const PictureBlock &block : picture.blocks) {
    if (!is_placed(picture, block))
      return std::nullopt;
    if (!is_empty(block))
      for (std::size_t at = 0; at < dimensions; ++at)
        starts[at].insert(block.start[at]);
  }
  std::vector<std::size_t> drawn;
  for (std::size_t at = 0; at < dimensions; ++at)
    if (starts[at].size() > 1)
      drawn.push_back(at);
  for (std::size_t at = 0; at < dimensions && drawn.size() < 2; ++at)
    if (std::ranges::find(drawn, at) == drawn.end())
      drawn.push_back(at);
  if (drawn.size() > 2 || starts[drawn.front()].empty())
    return std::nullopt;
  std::ranges::sort(drawn);
  ShardGrid grid;
  const auto bands = [&](std::size_t dimension) {
    std::vector<std::int64_t> edges(starts[dimension].begin(), starts[dimension].end());
    edges.push_back(picture.global_shape[dimension]);
    return edges;
  };
  grid.has_rows = drawn.size() == 2;
  grid.columns = bands(drawn.back());
  grid.rows = grid.has_rows ? bands(drawn.front()) : std::vector<std::int64_t>{0, 1};
  if (grid.row_count() > kMostBands || grid.column_count() > kMostBands)
    return std::nullopt;
  for (std::size_t row = 0; row < grid.row_count(); ++row)
    for (std::size_t column = 0; column < grid.column_count(); ++column) {
      ShardGrid::Cell cell{row, column, {}};
      for (const PictureBlock &block : picture.blocks)
        if (!is_empty(block) && block.start[drawn.back()] == grid.columns[column] &&
            (!grid.has_rows || block.start[drawn.front()] == grid.rows[row]))
          cell.blocks.push_back(&block);
      grid.cells.push_back(std::move(cell));
    }
  return grid;
}

PictureBlock::State state_of(const ShardGrid::Cell &cell) {
  using State = PictureBlock::State;
  State state = State::right;
  for (const PictureBlock *block : cell.blocks)
    if (block->state != State::right && (state == State::right || block->state == State::wrong))
      state = block->state;
  return state;
}

} // namespace brigade::grader
