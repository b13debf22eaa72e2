#include "brigade/core/svg.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <cmath>

namespace brigade {

namespace {

std::string shortest(double number) {
  if (!std::isfinite(number))
    throw Error(fmt::format("{} cannot be drawn; coordinates must be finite", number));
  std::string text = fmt::format("{:.3f}", number);
  text.resize(text.find_last_not_of('0') + 1);
  if (text.back() == '.')
    text.pop_back();
  return text == "-0" ? "0" : text;
}

} // namespace

std::string escape_xml(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
    case '&':
      escaped += "&amp;";
      break;
    case '<':
      escaped += "&lt;";
      break;
    case '>':
      escaped += "&gt;";
      break;
    case '"':
      escaped += "&quot;";
      break;
    default:
      if (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n')
        escaped += "\xEF\xBF\xBD";
      else
        escaped += c;
    }
  }
  return escaped;
}

SvgAttribute::SvgAttribute(std::string_view attribute, std::string_view text)
    : name(attribute), value(escape_xml(text)) {}

SvgAttribute::SvgAttribute(std::string_view attribute, double number)
    : name(attribute), value(shortest(number)) {}

Svg::Svg(double width, double height, std::string_view title) {
  const std::string box = fmt::format("0 0 {} {}", shortest(width), shortest(height));
  begin("svg", {{"xmlns", "http://www.w3.org/2000/svg"},
                {"viewBox", box},
                {"width", width},
                {"height", height},
                {"role", "img"}});
  document_ += fmt::format("<title>{}</title>\n", escape_xml(title));
}

void Svg::style(std::string_view rules) { document_ += fmt::format("<style>{}</style>\n", rules); }

void Svg::element(std::string_view tag, Attributes attributes) {
  open_tag(tag, attributes);
  document_ += "/>\n";
}

void Svg::element(std::string_view tag, Attributes attributes, std::string_view tooltip) {
  open_tag(tag, attributes);
  document_ += fmt::format("><title>{}</title></{}>\n", escape_xml(tooltip), tag);
}

void Svg::text(double x, double y, std::string_view content, Attributes attributes) {
  document_ += fmt::format("<text x=\"{}\" y=\"{}\"", shortest(x), shortest(y));
  for (const SvgAttribute &attribute : attributes)
    document_ += fmt::format(" {}=\"{}\"", attribute.name, attribute.value);
  document_ += fmt::format(">{}</text>\n", escape_xml(content));
}

void Svg::begin(std::string_view tag, Attributes attributes) {
  open_tag(tag, attributes);
  document_ += ">\n";
  open_.emplace_back(tag);
}

void Svg::end() {
  if (open_.size() < 2)
    throw Error("an SVG element is closed that was never opened");
  document_ += fmt::format("</{}>\n", open_.back());
  open_.pop_back();
}

std::string Svg::finish() && {
  if (open_.size() != 1)
    throw Error(fmt::format("the SVG element <{}> is still open", open_.back()));
  return std::move(document_) + "</svg>\n";
}

void Svg::open_tag(std::string_view tag, Attributes attributes) {
  document_ += fmt::format("<{}", tag);
  for (const SvgAttribute &attribute : attributes)
    document_ += fmt::format(" {}=\"{}\"", attribute.name, attribute.value);
}

} // namespace brigade
