#include "brigade/core/svg.hpp"
#include "brigade/sharding/picture_layout.hpp"
#include "brigade/sharding/visualize_sharding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace brigade {

namespace {

// Pixels.
constexpr double kPreferredWidth = 480, kPreferredHeight = 360, kFontSize = 13, kSmallFontSize = 11;
constexpr double kCharacterWidth = 0.62 * kFontSize, kLineHeight = 1.3 * kFontSize;
constexpr double kSmallCharacterWidth = 0.6 * kSmallFontSize,
                 kSmallLineHeight = 1.5 * kSmallFontSize;
constexpr double kPadding = 20, kGap = 2, kAboveBoxes = 1.5 * kSmallLineHeight;
// Wider drawings are cut into strips, one below the other.
constexpr double kWidestStrip = 760;
constexpr std::string_view kFills[kPictureColours] = {"#a9cdf4", "#ffd8a8", "#b5e8c4", "#fbc3d6",
                                                      "#fff0a3", "#d3c9f5", "#c3e6e4", "#f6bfa6"};
constexpr std::string_view kLeftOut = "#eef1f4";
constexpr std::string_view kStyle =
    "text { font-family: ui-sans-serif, system-ui, 'DejaVu Sans', sans-serif; fill: #22303c; } "
    ".title { font-weight: 600; font-size: 14px; } .small { font-size: 11px; fill: #5b6b7a; } "
    ".devices { font-size: 13px; text-anchor: middle; } .across { text-anchor: middle; } "
    ".down { text-anchor: end; } .ground { fill: #ffffff; }";

class SvgDrawing {
public:
  explicit SvgDrawing(const ShardPicture &picture) : picture_(picture) {
    if (picture.rows.empty() || picture.columns.empty())
      return;
    lay_out();
  }

  std::string draw() const {
    const double top = kPadding + 2 * kLineHeight;
    const double notes_top =
        top + static_cast<double>(strips_.size()) * (kAboveBoxes + height_) + 8;
    const auto notes = static_cast<double>(picture_.notes.size());
    Svg svg(drawing_width(), notes_top + notes * kSmallLineHeight + kPadding, picture_.title);
    svg.style(kStyle);
    svg.element("rect", {{"class", "ground"}, {"width", "100%"}, {"height", "100%"}});
    svg.text(kPadding, kPadding + kFontSize, picture_.title, {{"class", "title"}});
    svg.text(kPadding, kPadding + kFontSize + kLineHeight,
             strips_.empty() ? picture_.summary + "; no elements" : picture_.summary,
             {{"class", "small"}});
    double strip_top = top;
    for (const Strip &strip : strips_) {
      strip_top += kAboveBoxes;
      draw_boxes(svg, strip, strip_top);
      draw_positions_across(svg, strip, strip_top);
      draw_positions_down(svg, strip_top);
      strip_top += height_;
    }
    double base = notes_top + kSmallLineHeight;
    for (const std::string &note : picture_.notes) {
      svg.text(kPadding, base, note, {{"class", "small"}});
      base += kSmallLineHeight;
    }
    return std::move(svg).finish();
  }

private:
  struct Strip {
    std::size_t first, last; // columns first … last - 1
    double width;
  };

  void lay_out() {
    const double aspect = aspect_of(picture_);
    const double wanted_width =
        picture_.has_rows ? std::min(kPreferredWidth, kPreferredHeight / aspect) : kPreferredWidth;
    std::vector<double> narrowest, lowest;
    const std::size_t one_line = 40 / picture_.columns.size();
    for (std::size_t column = 0; column < picture_.columns.size(); ++column)
      narrowest.push_back(
          static_cast<double>(narrowest_label(picture_, column, one_line)) * kCharacterWidth + 10);
    widths_ = proportional_sizes(picture_.columns, wanted_width, narrowest);
    for (std::size_t row = 0; row < picture_.rows.size(); ++row) {
      std::size_t lines = 1;
      for (std::size_t column = 0; column < widths_.size(); ++column)
        lines = std::max(lines, label(row, column).size());
      lowest.push_back(static_cast<double>(lines) * kLineHeight + 6);
    }
    heights_ = proportional_sizes(
        picture_.rows, picture_.has_rows ? wanted_width * aspect : 2.5 * kLineHeight, lowest);
    for (std::size_t column = 0; column < widths_.size(); ++column) {
      if (strips_.empty() || strips_.back().width + widths_[column] > kWidestStrip)
        strips_.push_back({column, column, 0});
      strips_.back().last = column + 1;
      strips_.back().width += widths_[column];
    }
    for (const double height : heights_)
      height_ += height;
    auto width_of = [](const PictureBand &last) {
      return kSmallCharacterWidth *
             static_cast<double>(fmt::format("{}", last.positions.end).size());
    };
    margin_ = picture_.has_rows ? width_of(picture_.rows.back()) + 8 : 0;
    // The first position across stands half to the left of its edge.
    margin_ = std::max(margin_, width_of(picture_.columns.back()) / 2 + 4 - kPadding);
  }

  std::vector<std::string> label(std::size_t row, std::size_t column) const {
    return wrap_devices(picture_.boxes[row][column].devices,
                        static_cast<std::size_t>((widths_[column] - 8) / kCharacterWidth));
  }

  // Wide enough for the boxes and for every line of text.
  double drawing_width() const {
    double text = static_cast<double>(picture_.title.size()) * kCharacterWidth;
    for (const std::string &note : picture_.notes)
      text = std::max(text, static_cast<double>(note.size()) * kSmallCharacterWidth);
    const double boxes = strips_.empty() ? 0 : strips_.front().width;
    return std::max(text, margin_ + boxes + 3 * kSmallCharacterWidth) + 2 * kPadding;
  }

  void draw_boxes(Svg &svg, const Strip &strip, double top) const {
    double y = top;
    for (std::size_t row = 0; row < heights_.size(); ++row) {
      double x = kPadding + margin_;
      for (std::size_t column = strip.first; column < strip.last; ++column) {
        const int colour = picture_.boxes[row][column].colour;
        svg.element("rect",
                    {{"x", x + kGap / 2},
                     {"y", y + kGap / 2},
                     {"width", widths_[column] - kGap},
                     {"height", heights_[row] - kGap},
                     {"rx", 4},
                     {"fill", colour < 0 ? kLeftOut : kFills[colour]}},
                    tooltip(row, column));
        const std::vector<std::string> lines = label(row, column);
        double base = y + heights_[row] / 2 + 0.36 * kFontSize -
                      kLineHeight * static_cast<double>(lines.size() - 1) / 2;
        for (const std::string &line : lines) {
          svg.text(x + widths_[column] / 2, base, line, {{"class", "devices"}});
          base += kLineHeight;
        }
        x += widths_[column];
      }
      y += heights_[row];
    }
  }

  std::string tooltip(std::size_t row, std::size_t column) const {
    auto positions = [](const PictureBand &band) {
      return fmt::format("{}:{}", band.positions.begin, band.positions.end);
    };
    return fmt::format("[{}{}]",
                       picture_.has_rows ? positions(picture_.rows[row]) + ", " : std::string(),
                       picture_.has_columns ? positions(picture_.columns[column]) : std::string());
  }

  // Positions at the edges of boxes; one that would touch its neighbour is left out, the last never
  // is.
  void draw_positions_across(Svg &svg, const Strip &strip, double top) const {
    const double right = kPadding + margin_ + strip.width;
    double edge = kPadding + margin_, free_from = 0;
    for (std::size_t column = strip.first; column <= strip.last && picture_.has_columns; ++column) {
      const bool is_last = column == strip.last;
      const std::string text =
          fmt::format("{}", is_last ? picture_.columns[column - 1].positions.end
                                    : picture_.columns[column].positions.begin);
      const double half = static_cast<double>(text.size()) * kSmallCharacterWidth / 2 + 2;
      if (is_last || (edge - half >= free_from && edge + 3 * half <= right)) {
        svg.text(edge, top - 6, text, {{"class", "small across"}});
        free_from = edge + half;
      }
      if (!is_last)
        edge += widths_[column];
    }
  }

  void draw_positions_down(Svg &svg, double top) const {
    double edge = top;
    for (std::size_t row = 0; row <= heights_.size() && picture_.has_rows; ++row) {
      const bool is_last = row == heights_.size();
      svg.text(kPadding + margin_ - 6, edge + 0.36 * kSmallFontSize,
               fmt::format("{}", is_last ? picture_.rows.back().positions.end
                                         : picture_.rows[row].positions.begin),
               {{"class", "small down"}});
      if (!is_last)
        edge += heights_[row];
    }
  }

  const ShardPicture &picture_;
  std::vector<double> widths_, heights_;
  std::vector<Strip> strips_;
  double height_ = 0, margin_ = 0;
};

} // namespace

std::string visualize_sharding_svg(const NamedSharding &sharding, const Shape &global_shape,
                                   const PictureOptions &options) {
  const ShardPicture picture = picture_of(sharding, global_shape, options);
  return SvgDrawing(picture).draw();
}

} // namespace brigade
