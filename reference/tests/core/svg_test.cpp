#include "brigade/core/svg.hpp"

#include "brigade/core/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace brigade {
namespace {

using testing::HasSubstr;

TEST(Svg, WritesADocument) {
  Svg svg(400, 200.5, "Loss & accuracy");
  svg.style(".line { fill: none; }");
  svg.begin("g", {{"class", "line"}});
  svg.element("rect", {{"x", 1}, {"y", 2.25}}, "4 < 5");
  svg.element("path", {{"d", std::string("M0 0")}});
  svg.end();
  svg.text(10, 20, "epoch \"1\"", {{"text-anchor", "middle"}});
  EXPECT_EQ(std::move(svg).finish(),
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 200.5\" width=\"400\" "
            "height=\"200.5\" role=\"img\">\n"
            "<title>Loss &amp; accuracy</title>\n"
            "<style>.line { fill: none; }</style>\n"
            "<g class=\"line\">\n"
            "<rect x=\"1\" y=\"2.25\"><title>4 &lt; 5</title></rect>\n"
            "<path d=\"M0 0\"/>\n"
            "</g>\n"
            "<text x=\"10\" y=\"20\" text-anchor=\"middle\">epoch &quot;1&quot;</text>\n"
            "</svg>\n");
}

TEST(Svg, NumbersAreShort) {
  EXPECT_EQ(SvgAttribute("x", 1.0 / 3).value, "0.333");
  EXPECT_EQ(SvgAttribute("x", -0.0001).value, "0");
  EXPECT_EQ(SvgAttribute("x", 1e6).value, "1000000");
  EXPECT_EQ(SvgAttribute("x", 10).value, "10");
  EXPECT_EQ(SvgAttribute("x", std::size_t{7}).value, "7");
}

TEST(Svg, NumbersThatAreNotFiniteAreRefused) {
  EXPECT_THROW(SvgAttribute("y", std::numeric_limits<double>::quiet_NaN()), Error);
  EXPECT_THROW(SvgAttribute("y", std::numeric_limits<double>::infinity()), Error);
}

TEST(Svg, ElementsMustBeClosedOnceEach) {
  Svg open(1, 1, "");
  open.begin("g");
  EXPECT_THROW(std::move(open).finish(), Error);
  Svg closed(1, 1, "");
  EXPECT_THROW(closed.end(), Error);
}

TEST(EscapeXml, LeavesNoCharacterThatXmlForbids) {
  EXPECT_EQ(escape_xml("<a href=\"x\">&amp;</a>"),
            "&lt;a href=&quot;x&quot;&gt;&amp;amp;&lt;/a&gt;");
  EXPECT_EQ(escape_xml(std::string("a\0b\x1b[31m\n", 9)), "a\xEF\xBF\xBD"
                                                          "b\xEF\xBF\xBD[31m\n");
  EXPECT_EQ(escape_xml("größer ×"), "größer ×");
}

} // namespace
} // namespace brigade
