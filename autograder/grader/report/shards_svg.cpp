#include "grader/report/shards_svg.hpp"

#include "grader/report/shard_grid.hpp"
#include "grader/report/text_lines.hpp"

#include "brigade/core/svg.hpp"
#include "brigade/core/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace brigade::grader {
namespace {

constexpr double kPanel = 330, kGap = 40, kMargin = 34, kHead = 44;

/// Places of the bands' edges, in proportion to their elements but none too narrow to be read.
std::vector<double> edges_of(const std::vector<std::int64_t> &bands, double length,
                             double narrowest) {
  const std::size_t count = bands.size() - 1;
  const double total = static_cast<double>(std::max<std::int64_t>(bands.back() - bands.front(), 1));
  std::vector<double> sizes;
  double sum = 0;
  for (std::size_t at = 0; at < count; ++at) {
    sizes.push_back(
        std::max(narrowest, static_cast<double>(bands[at + 1] - bands[at]) / total * length));
    sum += sizes.back();
  }
  std::vector<double> edges{0};
  for (const double size : sizes)
    edges.push_back(edges.back() + size * std::min(1.0, length / sum));
  return edges;
}

std::string elements_of(const PictureBlock &block, bool of_got) {
  const std::vector<std::string> &elements = of_got ? block.got : block.expected;
  std::string text;
  for (const std::string &element : elements)
    text += fmt::format("{}{}", text.empty() ? "" : " ", element);
  return text.empty() ? "nothing" : text;
}

std::string_view class_of(PictureBlock::State state) {
  switch (state) {
  case PictureBlock::State::right:
    return "right";
  case PictureBlock::State::wrong:
    return "wrong";
  case PictureBlock::State::missing:
    return "missing";
  case PictureBlock::State::extra:
    return "extra";
  }
  return "";
}

/// As much of a text as fits, at about 6.2 pixels a character.
std::string fitting(const std::string &text, double width) {
  const auto room = static_cast<std::size_t>(std::max(0.0, width / 6.2));
  if (count_characters(text) <= room)
    return text;
  return room < 4 ? "" : text.substr(0, room - 1) + "…";
}

void draw_panel(Svg &svg, const ShardGrid &grid, bool of_got, double left, double height) {
  const std::vector<double> columns = edges_of(grid.columns, kPanel, 28);
  const std::vector<double> rows =
      grid.has_rows ? edges_of(grid.rows, height, 22) : std::vector<double>{0, height};
  svg.text(left, 16, of_got ? "got" : "expected", {{"class", "head"}});
  for (std::size_t at = 0; at < columns.size(); ++at)
    svg.text(left + columns[at], kHead - 8, fmt::format("{}", grid.columns[at]),
             {{"class", "edge"}, {"text-anchor", "middle"}});
  if (grid.has_rows)
    for (std::size_t at = 0; at < rows.size(); ++at)
      svg.text(left - 6, kHead + rows[at] + 4, fmt::format("{}", grid.rows[at]),
               {{"class", "edge"}, {"text-anchor", "end"}});
  for (const ShardGrid::Cell &cell : grid.cells) {
    const double x = left + columns[cell.column], y = kHead + rows[cell.row];
    const double width = columns[cell.column + 1] - columns[cell.column];
    const double high = rows[cell.row + 1] - rows[cell.row];
    const std::string style(of_got ? class_of(state_of(cell)) : "plain");
    std::string tooltip, ranks;
    for (const PictureBlock *block : cell.blocks) {
      tooltip += fmt::format("rank {}: {}\n", block->rank, elements_of(*block, of_got));
      ranks += fmt::format("{}{}", ranks.empty() ? "" : ", ", block->rank);
    }
    svg.element("rect",
                {{"class", "block " + style},
                 {"x", x + 1},
                 {"y", y + 1},
                 {"rx", 3},
                 {"width", std::max(1.0, width - 2)},
                 {"height", std::max(1.0, high - 2)}},
                tooltip);
    svg.text(x + width / 2, y + high / 2 + (high > 40 ? -3 : 4), fitting(ranks, width - 6),
             {{"class", "rank"}, {"text-anchor", "middle"}});
    if (high > 40 && !cell.blocks.empty())
      svg.text(x + width / 2, y + high / 2 + 14,
               fitting(elements_of(*cell.blocks.front(), of_got), width - 8),
               {{"class", "numbers"}, {"text-anchor", "middle"}});
  }
}

} // namespace

std::string shards_svg(const ShardPicture &picture) {
  const std::optional<ShardGrid> grid = grid_of(picture);
  if (!grid)
    return "";
  const double height =
      grid->has_rows ? std::clamp(52.0 * static_cast<double>(grid->row_count()), 90.0, 420.0) : 60;
  const bool tells_expected = std::ranges::any_of(
      picture.blocks, [](const PictureBlock &block) { return !block.expected.empty(); });
  const double panels = tells_expected ? 2 : 1;
  Svg svg(kMargin + panels * (kPanel + kGap) - kGap + 16, kHead + height + 12,
          "Shards of " + picture.array);
  double left = kMargin;
  if (tells_expected) {
    draw_panel(svg, *grid, false, left, height);
    left += kPanel + kGap;
  }
  draw_panel(svg, *grid, true, left, height);
  return std::move(svg).finish();
}

} // namespace brigade::grader
