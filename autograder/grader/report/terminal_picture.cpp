#include "grader/report/terminal_picture.hpp"

#include "brigade/core/utf8.hpp"
#include "grader/judge/words.hpp"
#include "grader/report/shard_grid.hpp"
#include "grader/report/text_lines.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace brigade::grader {
namespace {

struct Strokes {
  std::string_view top_left, top, top_right, left, middle, right, bottom_left, bottom, bottom_right,
      line, side;
};
constexpr Strokes kUnicode{"┌", "┬", "┐", "├", "┼", "┤", "└", "┴", "┘", "─", "│"};
constexpr Strokes kAscii{"+", "+", "+", "+", "+", "+", "+", "+", "+", "-", "|"};

Ink ink_of(PictureBlock::State state) {
  return state == PictureBlock::State::right ? Ink::good : Ink::bad;
}

std::string label_of(const ShardGrid::Cell &cell) {
  std::string text;
  constexpr std::size_t kMostNamed = 3;
  for (std::size_t at = 0; at < cell.blocks.size(); ++at) {
    if (at == kMostNamed) {
      text += fmt::format(",+{}", cell.blocks.size() - at);
      break;
    }
    text += fmt::format("{}{}", at == 0 ? "" : ",", cell.blocks[at]->rank);
  }
  const std::string_view mark = mark_of(state_of(cell));
  return mark.empty() ? text : fmt::format("{} {}", text, mark);
}

std::string border(const Strokes &strokes, std::string_view left, std::string_view middle,
                   std::string_view right, std::size_t columns, std::size_t width) {
  std::string text(left);
  for (std::size_t column = 0; column < columns; ++column) {
    for (std::size_t at = 0; at < width; ++at)
      text += strokes.line;
    text += column + 1 == columns ? right : middle;
  }
  return text;
}

std::string centred(const std::string &text, std::size_t width) {
  const std::size_t blanks = width - std::min(width, count_characters(text));
  return std::string(blanks / 2, ' ') + text + std::string(blanks - blanks / 2, ' ');
}

void add_grid(TerminalPage &page, const ShardGrid &grid) {
  std::size_t width = 5;
  for (const ShardGrid::Cell &cell : grid.cells)
    width = std::max(width, label_of(cell).size() + 2);
  for (const std::int64_t edge : grid.columns)
    width = std::max(width, fmt::format("{}", edge).size() + 1);
  const std::size_t margin = grid.has_rows ? fmt::format("{}", grid.rows.back()).size() + 1 : 0;
  constexpr std::size_t kIndent = 4;
  const std::size_t last_edge = fmt::format("{}", grid.columns.back()).size();
  if (kIndent + margin + grid.column_count() * (width + 1) + last_edge > page.width())
    return;
  const Strokes &strokes = page.has_utf8() ? kUnicode : kAscii;
  const std::string indent(kIndent, ' ');
  std::string positions(margin, ' ');
  for (const std::int64_t edge : grid.columns)
    positions += fmt::format("{:<{}}", edge, width + 1);
  positions.resize(positions.find_last_not_of(' ') + 1);
  page.line(indent + page.inked(Ink::faint, positions));
  const auto edge_label = [&](std::size_t row) {
    return grid.has_rows
               ? page.inked(Ink::faint, fmt::format("{:>{}} ", grid.rows[row], margin - 1))
               : std::string();
  };
  page.line(indent + edge_label(0) +
            border(strokes, strokes.top_left, strokes.top, strokes.top_right, grid.column_count(),
                   width));
  for (std::size_t row = 0; row < grid.row_count(); ++row) {
    std::string text = std::string(margin, ' ') + std::string(strokes.side);
    for (std::size_t column = 0; column < grid.column_count(); ++column) {
      const ShardGrid::Cell &cell = grid.cells[row * grid.column_count() + column];
      text += page.inked(ink_of(state_of(cell)), centred(label_of(cell), width));
      text += strokes.side;
    }
    page.line(indent + text);
    const bool is_last = row + 1 == grid.row_count();
    page.line(indent + edge_label(row + 1) +
              border(strokes, is_last ? strokes.bottom_left : strokes.left,
                     is_last ? strokes.bottom : strokes.middle,
                     is_last ? strokes.bottom_right : strokes.right, grid.column_count(), width));
  }
}

std::string joined(const std::vector<std::string> &elements, std::int64_t count) {
  if (elements.empty())
    return "nothing";
  std::string text;
  for (const std::string &element : elements)
    text += fmt::format("{}{}", text.empty() ? "" : " ", element);
  return count > static_cast<std::int64_t>(elements.size()) ? text + " ..." : text;
}

std::int64_t count_of(const Shape &shape) {
  std::int64_t count = 1;
  for (const std::int64_t size : shape)
    count *= size;
  return count;
}

/// Wrong ranks first, so that they are there where not all are shown.
std::vector<const PictureBlock *> by_importance(const ShardPicture &picture, std::size_t most) {
  std::vector<const PictureBlock *> blocks;
  for (const PictureBlock &block : picture.blocks)
    blocks.push_back(&block);
  if (blocks.size() > most) {
    std::ranges::stable_partition(blocks, [](const PictureBlock *block) {
      return block->state != PictureBlock::State::right;
    });
    blocks.resize(most);
  }
  return blocks;
}

} // namespace

std::string_view mark_of(PictureBlock::State state) {
  switch (state) {
  case PictureBlock::State::right:
    return "";
  case PictureBlock::State::wrong:
    return "x";
  case PictureBlock::State::missing:
    return "none";
  case PictureBlock::State::extra:
    return "extra";
  }
  return "";
}

std::string title_of(const ShardPicture &picture) {
  std::string title = picture.array;
  if (!picture.global_shape.empty())
    title += " " + to_string(picture.global_shape);
  if (picture.mesh.empty())
    return title;
  title += " on mesh {";
  for (std::size_t at = 0; at < picture.mesh.size(); ++at)
    title +=
        fmt::format("{}{}: {}", at == 0 ? "" : ", ", picture.mesh[at].name, picture.mesh[at].size);
  return title + "}";
}

void add_picture(TerminalPage &page, const ShardPicture &picture) {
  page.blank();
  page.paragraph(title_of(picture) + ", wrong blocks are marked x", 2, Ink::faint);
  if (const std::optional<ShardGrid> grid = grid_of(picture))
    add_grid(page, *grid);
  const bool tells_expected = std::ranges::any_of(
      picture.blocks, [](const PictureBlock &block) { return !block.expected.empty(); });
  std::vector<std::vector<std::string>> rows{{"rank", tells_expected ? "expected" : "", "got"}};
  std::vector<Ink> inks{Ink::faint};
  constexpr std::size_t kMostRanks = 8;
  const std::vector<const PictureBlock *> blocks = by_importance(picture, kMostRanks);
  for (const PictureBlock *block : blocks) {
    const std::int64_t count = count_of(block->shape);
    rows.push_back({fmt::format("{} {}", block->rank, mark_of(block->state)),
                    tells_expected ? joined(block->expected, count) : "",
                    joined(block->got, count)});
    inks.push_back(block->state == PictureBlock::State::right ? Ink::plain : Ink::bad);
  }
  if (!page.table(rows, inks, 4))
    for (const PictureBlock *block : blocks) {
      const std::int64_t count = count_of(block->shape);
      page.line(fmt::format("    rank {} {}", block->rank, mark_of(block->state)));
      if (tells_expected)
        page.block("expected " + joined(block->expected, count), 6, 1);
      page.block("got      " + joined(block->got, count), 6, 1);
    }
  if (picture.blocks.size() > blocks.size())
    page.line(page.inked(
        Ink::faint, fmt::format("    and {} ranks more", picture.blocks.size() - blocks.size())));
}

} // namespace brigade::grader
