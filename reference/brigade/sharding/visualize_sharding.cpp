#include "brigade/sharding/visualize_sharding.hpp"

#include "brigade/sharding/picture_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace brigade {

namespace {

// A character of a terminal is about twice as high as wide.
constexpr double kCharacterAspect = 2;
constexpr std::size_t kPreferredColumns = 44, kPreferredLines = 14, kLongLabel = 20;
// Above this number of lines, no lines are spent on borders between rows of boxes.
constexpr std::size_t kTallLines = 48;
// Narrower terminals get lines as wide as this: no drawing fits into less.
constexpr int kFewestColumns = 32;

// Left, middle and right end of a horizontal border, and what it and vertical borders are made of.
struct Border {
  std::string_view left, line, middle, right;
};
struct BoxCharacters {
  Border top, between, bottom;
  std::string_view side;
};
constexpr BoxCharacters kUnicode{
    {"┌", "─", "┬", "┐"}, {"├", "─", "┼", "┤"}, {"└", "─", "┴", "┘"}, "│"};
constexpr BoxCharacters kAscii{
    {"+", "-", "+", "+"}, {"+", "-", "+", "+"}, {"+", "-", "+", "+"}, "|"};

// Backgrounds of the 256-colour palette on which black text is easy to read.
constexpr int kBackgrounds[kPictureColours] = {153, 223, 158, 218, 229, 189, 151, 216};

class TerminalDrawing {
public:
  TerminalDrawing(const ShardPicture &picture, const Terminal &terminal)
      : picture_(picture), terminal_(terminal), characters_(terminal.utf8 ? kUnicode : kAscii),
        margin_(picture.has_rows ? fmt::format("{}", picture.rows.back().positions.end).size() + 1
                                 : 0) {
    lay_out();
  }

  std::string draw() const {
    std::string text;
    for (std::size_t first = 0; first < widths_.size();) {
      std::size_t last = first + 1, width = strip_width(first, last);
      while (last < widths_.size() && width + widths_[last] + 1 <= room())
        width += widths_[last++] + 1;
      if (first > 0)
        text += "\n";
      text += strip(first, last);
      first = last;
    }
    return text;
  }

private:
  // Columns for boxes and borders: the last position stands above the last border and reaches
  // beyond it.
  std::size_t room() const {
    const std::size_t last = fmt::format("{}", picture_.columns.back().positions.end).size();
    return static_cast<std::size_t>(std::max(terminal_.columns, kFewestColumns)) - margin_ -
           (last - 1);
  }
  std::size_t strip_width(std::size_t first, std::size_t last) const {
    std::size_t width = 1;
    for (std::size_t column = first; column < last; ++column)
      width += widths_[column] + 1;
    return width;
  }

  void lay_out() {
    const double aspect = aspect_of(picture_) / kCharacterAspect;
    double columns = static_cast<double>(kPreferredColumns), lines = 1;
    if (picture_.has_rows) {
      columns = std::min(columns, static_cast<double>(kPreferredLines) / aspect);
      lines = columns * aspect;
    }
    columns = std::min(columns, static_cast<double>(room()) -
                                    static_cast<double>(picture_.columns.size()) - 1);
    const std::size_t share = room() / picture_.columns.size(),
                      one_line = share > 3 ? share - 3 : 0;
    std::vector<double> narrowest, lowest;
    for (std::size_t column = 0; column < picture_.columns.size(); ++column)
      narrowest.push_back(
          static_cast<double>(narrowest_label(picture_, column, std::min(one_line, kLongLabel))) +
          2);
    for (const double width : proportional_sizes(picture_.columns, columns, narrowest))
      widths_.push_back(std::min(static_cast<std::size_t>(std::lround(width)), room() - 2));
    for (const std::vector<PictureBox> &row : picture_.boxes) {
      std::size_t needed = 1;
      for (std::size_t column = 0; column < row.size(); ++column)
        needed = std::max(needed, wrap_devices(row[column].devices, widths_[column] - 2).size());
      lowest.push_back(static_cast<double>(needed));
    }
    std::size_t total = 0;
    for (const double height : proportional_sizes(picture_.rows, lines, lowest)) {
      heights_.push_back(static_cast<std::size_t>(std::lround(height)));
      total += heights_.back() + 1;
    }
    has_borders_between_ = total <= kTallLines;
    if (!has_borders_between_)
      for (std::size_t row = 0; row < heights_.size(); ++row)
        heights_[row] = static_cast<std::size_t>(lowest[row]);
  }

  std::string strip(std::size_t first, std::size_t last) const {
    std::string text = picture_.has_columns ? column_positions(first, last) : "";
    text +=
        label(picture_.rows.front().positions.begin, true) + border(characters_.top, first, last);
    for (std::size_t row = 0; row < heights_.size(); ++row) {
      const bool is_last = row + 1 == heights_.size();
      for (std::size_t line = 0; line < heights_[row]; ++line)
        text += label(picture_.rows[row].positions.begin,
                      !has_borders_between_ && line == 0 && row > 0) +
                line_of_boxes(row, line, first, last);
      if (is_last || has_borders_between_)
        text += label(picture_.rows[row].positions.end, true) +
                border(is_last ? characters_.bottom : characters_.between, first, last);
    }
    return text;
  }

  // The position that stands before a line, or blanks.
  std::string label(std::int64_t position, bool is_shown) const {
    if (!is_shown || !picture_.has_rows)
      return std::string(margin_, ' ');
    return fmt::format("{:>{}} ", position, margin_ - 1);
  }

  // Each position stands above its border. One that would touch the one before is left out; the
  // last never is.
  std::string column_positions(std::size_t first, std::size_t last) const {
    std::string line(margin_, ' ');
    const std::string end = fmt::format("{}", picture_.columns[last - 1].positions.end);
    const std::size_t end_at = margin_ + strip_width(first, last) - 1;
    std::size_t at = margin_;
    for (std::size_t column = first; column < last; ++column) {
      const std::string position = fmt::format("{}", picture_.columns[column].positions.begin);
      const bool has_room = column == first || (line.size() < at && at + position.size() < end_at);
      if (has_room) {
        line.resize(at, ' ');
        line += position;
      }
      at += widths_[column] + 1;
    }
    line.resize(std::max(line.size() + 1, end_at), ' ');
    return line + end + "\n";
  }

  std::string border(const Border &border, std::size_t first, std::size_t last) const {
    std::string text(border.left);
    for (std::size_t column = first; column < last; ++column) {
      for (std::size_t i = 0; i < widths_[column]; ++i)
        text += border.line;
      text += column + 1 == last ? border.right : border.middle;
    }
    return text + "\n";
  }

  std::string line_of_boxes(std::size_t row, std::size_t line, std::size_t first,
                            std::size_t last) const {
    std::string text(characters_.side);
    for (std::size_t column = first; column < last; ++column) {
      const PictureBox &box = picture_.boxes[row][column];
      const std::vector<std::string> lines = wrap_devices(box.devices, widths_[column] - 2);
      const std::size_t above = (heights_[row] - lines.size()) / 2;
      const bool is_inside = line >= above && line < above + lines.size();
      const std::string inside =
          fmt::format("{:^{}}", is_inside ? lines[line - above] : "", widths_[column]);
      text += terminal_.colours && box.colour >= 0
                  ? fmt::format("\x1b[38;5;16;48;5;{}m{}\x1b[0m", kBackgrounds[box.colour], inside)
                  : inside;
      text += characters_.side;
    }
    return text + "\n";
  }

  const ShardPicture &picture_;
  const Terminal &terminal_;
  const BoxCharacters &characters_;
  std::size_t margin_;
  std::vector<std::size_t> widths_, heights_; // of the boxes, without borders
  bool has_borders_between_ = true;
};

} // namespace

std::string visualize_sharding(const NamedSharding &sharding, const Shape &global_shape,
                               const Terminal &terminal, const PictureOptions &options) {
  const ShardPicture picture = picture_of(sharding, global_shape, options);
  std::string text = picture.title + "\n" + picture.summary + "\n";
  if (!picture.rows.empty() && !picture.columns.empty())
    text += TerminalDrawing(picture, terminal).draw();
  else
    text += "(no elements)\n";
  for (const std::string &note : picture.notes)
    text += note + "\n";
  return text;
}

} // namespace brigade
