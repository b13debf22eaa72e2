#pragma once

#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace brigade {

/// Text as it may stand in an element or an attribute: & < > " escaped; control characters, which
/// XML forbids, replaced by U+FFFD.
std::string escape_xml(std::string_view text);

/// A name and a value; a number is written with at most 3 decimals. Throws Error on one that is not
/// finite.
struct SvgAttribute {
  SvgAttribute(std::string_view attribute, std::string_view text);
  SvgAttribute(std::string_view attribute, const char *text)
      : SvgAttribute(attribute, std::string_view(text)) {}
  SvgAttribute(std::string_view attribute, double number);
  SvgAttribute(std::string_view attribute, std::integral auto number)
      : SvgAttribute(attribute, static_cast<double>(number)) {}
  std::string name, value;
};

/// Builds an SVG document, element by element:
///   Svg svg(400, 200, "Loss");
///   svg.begin("g", {{"stroke", "#888"}});
///   svg.element("line", {{"x1", 0}, {"y1", 10}, {"x2", 400}, {"y2", 10}});
///   svg.end();
///   svg.text(200, 100, "epoch", {{"text-anchor", "middle"}});
///   write_file("loss.svg", std::move(svg).finish());
class Svg {
public:
  using Attributes = std::initializer_list<SvgAttribute>;

  /// Size in pixels; the drawing scales to the place it is given. The title is what a screen reader
  /// says.
  Svg(double width, double height, std::string_view title);
  /// CSS rules for the elements' classes, as they stand.
  void style(std::string_view rules);
  /// An element without content.
  void element(std::string_view tag, Attributes attributes);
  /// An element with a title, which a browser shows when the pointer rests on it.
  void element(std::string_view tag, Attributes attributes, std::string_view tooltip);
  /// Text with its base line at y.
  void text(double x, double y, std::string_view content, Attributes attributes = {});
  /// Opens an element that holds what follows, up to end().
  void begin(std::string_view tag, Attributes attributes = {});
  void end();
  /// The document. Throws Error if an element is still open.
  std::string finish() &&;

private:
  void open_tag(std::string_view tag, Attributes attributes);

  std::string document_;
  std::vector<std::string> open_;
};

} // namespace brigade
