#include "brigade/sharding/visualize_sharding.hpp"

#include "brigade/core/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace brigade {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr Terminal kPlain{.is_terminal = false, .columns = 80, .colours = false, .utf8 = false};
constexpr Terminal kUtf8{.is_terminal = true, .columns = 80, .colours = false, .utf8 = true};
constexpr Terminal kColoured{.is_terminal = true, .columns = 80, .colours = true, .utf8 = true};

Mesh x4_y2() { return Mesh(create_device_mesh({4, 2}), {"x", "y"}); }

// Characters, not bytes, and no escape sequences.
std::size_t display_width(const std::string &line) {
  std::size_t width = 0;
  bool in_escape = false;
  for (const char c : line) {
    in_escape |= c == '\x1b';
    width += !in_escape && (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    in_escape &= c != 'm';
  }
  return width;
}

TEST(VisualizeSharding, DrawsTwoDimensionsAsABoxForEachBlock) {
  EXPECT_EQ(
      visualize_sharding(NamedSharding(x4_y2(), P("y", "x")), {4, 16}, kUtf8, {.array_name = "w1"}),
      "w1 [4, 16] sharded [y, x] on mesh {x: 4, y: 2}\n"
      "8 blocks of [2, 4], each on one device\n"
      "  0           4           8           12          16\n"
      "0 ┌───────────┬───────────┬───────────┬───────────┐\n"
      "  │           │           │           │           │\n"
      "  │     0     │     2     │     4     │     6     │\n"
      "  │           │           │           │           │\n"
      "2 ├───────────┼───────────┼───────────┼───────────┤\n"
      "  │           │           │           │           │\n"
      "  │     1     │     3     │     5     │     7     │\n"
      "  │           │           │           │           │\n"
      "4 └───────────┴───────────┴───────────┴───────────┘\n");
}

TEST(VisualizeSharding, InOtherLocalesUsesAsciiOnly) {
  EXPECT_EQ(visualize_sharding(NamedSharding(x4_y2(), P("x")), {7}, kPlain),
            "array [7] sharded [x] on mesh {x: 4, y: 2}\n"
            "4 blocks of [1-2], each on 2 devices\n"
            "0      1             3             5             7\n"
            "+------+-------------+-------------+-------------+\n"
            "| 0,1  |     2,3     |     4,5     |     6,7     |\n"
            "+------+-------------+-------------+-------------+\n");
}

TEST(VisualizeSharding, PutsTheReplicasOfABlockInItsBox) {
  const std::string text =
      visualize_sharding(NamedSharding(x4_y2(), P(nullptr, "y")), {8, 8}, kUtf8);
  EXPECT_THAT(text, HasSubstr("│   0,2,4,6    │   1,3,5,7    │\n"));
  EXPECT_THAT(visualize_sharding(NamedSharding(x4_y2(), P()), {8, 8}, kUtf8), HasSubstr(" 0-7 "));
}

TEST(VisualizeSharding, ColoursBoxesOnlyWhereTheyAreWanted) {
  const NamedSharding sharding(x4_y2(), P("x", "y"));
  const std::string coloured = visualize_sharding(sharding, {8, 8}, kColoured);
  EXPECT_THAT(coloured, HasSubstr("\x1b[38;5;16;48;5;153m"));
  EXPECT_THAT(visualize_sharding(sharding, {8, 8}, kUtf8), Not(HasSubstr("\x1b")));
  std::string plain;
  for (std::size_t i = 0; i < coloured.size(); ++i)
    if (coloured[i] == '\x1b')
      i = coloured.find('m', i);
    else
      plain += coloured[i];
  EXPECT_EQ(plain, visualize_sharding(sharding, {8, 8}, kUtf8));
}

TEST(VisualizeSharding, FitsIntoEveryTerminal) {
  const std::vector<Mesh> meshes{x4_y2(), Mesh(create_device_mesh({8, 8}), {"x", "y"}),
                                 Mesh(create_device_mesh({1, 64}), {"x", "y"}),
                                 Mesh(create_device_mesh({256, 128}), {"x", "y"})};
  for (const Mesh &mesh : meshes)
    for (const PartitionSpec &spec :
         {P(), P("x"), P("y"), P("x", "y"), P("y", "x"), P(nullptr, "y")})
      for (const Shape &shape : {Shape{8, 16}, Shape{640, 64000}, Shape{70000, 3}, Shape{1, 1}})
        for (const int columns : {10, 40, 80, 200}) {
          Terminal terminal = kUtf8;
          terminal.columns = columns;
          std::istringstream text(visualize_sharding(NamedSharding(mesh, spec), shape, terminal));
          std::string line;
          for (int number = 0; std::getline(text, line); ++number) {
            const bool is_drawing = number >= 2 && !line.starts_with("dimension");
            EXPECT_TRUE(!is_drawing ||
                        display_width(line) <= static_cast<std::size_t>(std::max(columns, 32)))
                << line;
          }
        }
}

TEST(VisualizeSharding, ContinuesBelowWhereAnArrayIsTooWide) {
  const Mesh mesh(create_device_mesh({64}), {"x"});
  const std::string text = visualize_sharding(NamedSharding(mesh, P("x")), {6400}, kUtf8);
  EXPECT_THAT(text, HasSubstr("│ 14 │\n"));
  EXPECT_THAT(text, HasSubstr("\n\n1500 1600"));
  EXPECT_THAT(text, HasSubstr("│ 63 │\n"));
}

TEST(VisualizeSharding, SpendsNoBordersOnSixtyFourRows) {
  const Mesh mesh(create_device_mesh({64}), {"x"});
  const std::string text = visualize_sharding(NamedSharding(mesh, P("x")), {6400, 64}, kUtf8);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 64 + 2 + 3);
  EXPECT_THAT(text, HasSubstr("\n6300 │  63   │\n6400 └"));
}

TEST(VisualizeSharding, OfScalarsAndEmptyArraysIsADrawingToo) {
  EXPECT_EQ(visualize_sharding(NamedSharding(x4_y2(), P()), {}, kPlain),
            "array [] sharded [] on mesh {x: 4, y: 2}\n"
            "the whole array on each of 8 devices\n"
            "+--------------------------------------------+\n"
            "|                    0-7                     |\n"
            "+--------------------------------------------+\n");
  EXPECT_THAT(visualize_sharding(NamedSharding(x4_y2(), P("x")), {0, 3}, kPlain),
              HasSubstr("(no elements)\ndimension 0: 4 of 4 blocks are empty"));
}

TEST(VisualizeShardingSvg, HasARectangleAndALabelForEachBlock) {
  const std::string svg =
      visualize_sharding_svg(NamedSharding(x4_y2(), P("x", "y")), {8, 16}, {.array_name = "a<b"});
  EXPECT_THAT(svg, HasSubstr("<title>a&lt;b [8, 16] sharded [x, y] on mesh {x: 4, y: 2}</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>[2:4, 8:16]</title>"));
  for (int device = 0; device < 8; ++device)
    EXPECT_THAT(svg, HasSubstr("class=\"devices\">" + std::to_string(device) + "</text>"));
  std::size_t rectangles = 0;
  for (std::size_t at = svg.find("<rect"); at != std::string::npos; at = svg.find("<rect", at + 1))
    ++rectangles;
  EXPECT_EQ(rectangles, 1U + 8U);
}

TEST(VisualizeShardingSvg, OfScalarsEmptyArraysAndManyDevicesIsADrawingToo) {
  const Mesh many(create_device_mesh({1000}), {"x"});
  EXPECT_THAT(visualize_sharding_svg(NamedSharding(many, P("x")), {100000}),
              HasSubstr(">...</text>"));
  EXPECT_THAT(visualize_sharding_svg(NamedSharding(x4_y2(), P()), {}), HasSubstr(">0-7</text>"));
  EXPECT_THAT(visualize_sharding_svg(NamedSharding(x4_y2(), P("x")), {0, 3}),
              HasSubstr("no elements"));
}

TEST(VisualizeSharding, RefusesWhatTheShardingRefuses) {
  EXPECT_THROW(visualize_sharding(NamedSharding(x4_y2(), P("x", "y")), {8}, kPlain), InputError);
  EXPECT_THROW(visualize_sharding_svg(NamedSharding(x4_y2(), P("x", "y")), {8}), InputError);
}

} // namespace
} // namespace brigade
