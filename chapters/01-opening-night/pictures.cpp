// Draws the chapter's pictures into a folder:  pictures-01-opening-night FOLDER
#include "exercises/01-opening-night/speed-up/solution.cpp"

#include "brigade/core/atomic_file.hpp"
#include "brigade/core/svg.hpp"
#include "brigade/gspmd/plan_svg.hpp"
#include "brigade/ir/parse.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace {

using brigade::Svg;

constexpr std::string_view kStyle = R"(
  text { font: 14px sans-serif; fill: #444; }
  .small { font-size: 12px; }
  .bold { font-weight: bold; }
  .mono { font-family: monospace; }
  .frame { fill: none; stroke: #999; }
  .grid { stroke: #ddd; }
  .arrow { fill: none; stroke: #888; stroke-width: 2; }
  .a { fill: #2a6fb0; } .b { fill: #b8500c; } .c { fill: #2f7d32; }
  .in { fill: #fff; }
  .line { fill: none; stroke-width: 2.5; }
  .la { stroke: #2a6fb0; } .lb { stroke: #b8500c; } .lc { stroke: #2f7d32; }
  .ideal { stroke: #888; stroke-dasharray: 5 4; }
  @media (prefers-color-scheme: dark) {
    text { fill: #ccc; }
    .frame { stroke: #777; }
    .grid { stroke: #444; }
    .a { fill: #6cb2f2; } .b { fill: #f0955a; } .c { fill: #7ccf80; }
    .in { fill: #111; }
    .la { stroke: #6cb2f2; } .lb { stroke: #f0955a; } .lc { stroke: #7ccf80; }
  }
)";

void save(const std::string &folder, std::string_view name, Svg &&svg) {
  brigade::write_file(fmt::format("{}/01-{}.svg", folder, name), std::move(svg).finish());
}

// ---- the six collectives ----

/// A block that a rank holds; `from` names the ranks that it comes from ("a", or "abc" for a sum).
struct Block {
  std::string text, from;
};
using Held = std::vector<std::vector<Block>>; // by rank

constexpr double kBlockWidth = 36, kRowHeight = 34, kSideWidth = 124;

void draw_block(Svg &svg, double x, double y, const Block &block) {
  const double part = kBlockWidth / static_cast<double>(block.from.size());
  for (std::size_t i = 0; i < block.from.size(); ++i)
    svg.element("rect", {{"class", std::string(1, block.from[i])},
                         {"x", x + part * static_cast<double>(i)},
                         {"y", y},
                         {"width", part},
                         {"height", 24}});
  svg.text(x + kBlockWidth / 2, y + 17, block.text,
           {{"class", "small in"}, {"text-anchor", "middle"}});
}

void draw_side(Svg &svg, double x, std::string_view when, const Held &held) {
  svg.text(x + kSideWidth / 2, 16, when, {{"class", "small"}, {"text-anchor", "middle"}});
  for (std::size_t rank = 0; rank < held.size(); ++rank) {
    const double y = 24 + kRowHeight * static_cast<double>(rank);
    svg.element(
        "rect",
        {{"class", "frame"}, {"x", x}, {"y", y}, {"width", kSideWidth}, {"height", 30}, {"rx", 4}});
    for (std::size_t i = 0; i < held[rank].size(); ++i)
      draw_block(svg, x + 5 + (kBlockWidth + 3) * static_cast<double>(i), y + 3, held[rank][i]);
  }
}

void draw_collective(const std::string &folder, std::string_view name, const Held &before,
                     const Held &after) {
  Svg svg(370, 132, fmt::format("{}: what three ranks hold before and after", name));
  svg.style(kStyle);
  for (int rank = 0; rank < 3; ++rank)
    svg.text(4, 44 + kRowHeight * rank, fmt::format("rank {}", rank), {{"class", "small"}});
  draw_side(svg, 52, "before", before);
  svg.element("path", {{"class", "arrow"}, {"d", "M186 73 H218 M211 66 L218 73 L211 80"}});
  draw_side(svg, 232, "after", after);
  save(folder, name, std::move(svg));
}

void draw_collectives(const std::string &folder) {
  const Block a{"A", "a"}, b{"B", "b"}, c{"C", "c"};
  const Held cut = {{{"A0", "a"}, {"A1", "a"}, {"A2", "a"}},
                    {{"B0", "b"}, {"B1", "b"}, {"B2", "b"}},
                    {{"C0", "c"}, {"C1", "c"}, {"C2", "c"}}};
  const std::vector<Block> sum = {{"Σ0", "abc"}, {"Σ1", "abc"}, {"Σ2", "abc"}};
  draw_collective(folder, "broadcast", {{}, {b}, {}}, {{b}, {b}, {b}});
  draw_collective(folder, "scatter", {{}, cut[1], {}}, {{cut[1][0]}, {cut[1][1]}, {cut[1][2]}});
  draw_collective(folder, "gather", {{a}, {b}, {c}}, {{}, {a, b, c}, {}});
  draw_collective(folder, "all-gather", {{a}, {b}, {c}}, {{a, b, c}, {a, b, c}, {a, b, c}});
  draw_collective(folder, "reduce-scatter", cut, {{sum[0]}, {sum[1]}, {sum[2]}});
  draw_collective(folder, "all-reduce", cut, {sum, sum, sum});
}

// ---- one program, many ranks ----

void draw_spmd(const std::string &folder) {
  Svg svg(420, 200, "One program, started on four ranks, each with rows of its own");
  svg.style(kStyle);
  svg.element(
      "rect",
      {{"class", "frame"}, {"x", 145}, {"y", 4}, {"width", 130}, {"height", 40}, {"rx", 4}});
  svg.text(210, 29, "program", {{"class", "mono"}, {"text-anchor", "middle"}});
  for (int rank = 0; rank < 4; ++rank) {
    const double x = 10 + 103.0 * rank, middle = x + 46;
    svg.element("path", {{"class", "arrow"}, {"d", fmt::format("M210 44 L{:.0f} 72 V84", middle)}});
    svg.element(
        "rect",
        {{"class", "frame"}, {"x", x}, {"y", 86}, {"width", 92}, {"height", 108}, {"rx", 4}});
    svg.text(middle, 106, fmt::format("rank {}", rank),
             {{"class", "bold"}, {"text-anchor", "middle"}});
    svg.text(middle, 126, "program", {{"class", "mono small"}, {"text-anchor", "middle"}});
    const int begin = rank * 10 / 4, end = (rank + 1) * 10 / 4;
    for (int row = begin; row < end; ++row)
      svg.element("rect", {{"class", "a"},
                           {"x", x + 26},
                           {"y", 134 + 11.0 * (row - begin)},
                           {"width", 40},
                           {"height", 8}});
    svg.text(middle, 186, fmt::format("rows {} to {}", begin, end - 1),
             {{"class", "small"}, {"text-anchor", "middle"}});
  }
  save(folder, "spmd", std::move(svg));
}

// ---- Amdahl's law and the time model ----

void draw_amdahl(const std::string &folder) {
  Svg svg(420, 300, "Amdahl's law: speed-up by number of ranks, for four parallel parts");
  svg.style(kStyle);
  auto x = [](double ranks) { return 44 + 30 * std::log2(ranks); };
  auto y = [](double speed_up) { return 256 - 26 * std::log2(speed_up); };
  for (int power = 0; power <= 9; ++power) {
    const double n = std::exp2(power);
    svg.element("line",
                {{"class", "grid"}, {"x1", x(1)}, {"x2", x(512)}, {"y1", y(n)}, {"y2", y(n)}});
    svg.text(38, y(n) + 4, fmt::format("{:.0f}", n), {{"class", "small"}, {"text-anchor", "end"}});
    svg.text(x(n), 272, fmt::format("{:.0f}", n), {{"class", "small"}, {"text-anchor", "middle"}});
  }
  struct Curve {
    double part;
    std::string_view style, name;
  };
  for (const Curve &curve : {Curve{1, "ideal", "f = 1"}, Curve{0.99, "la", "f = 0.99"},
                             Curve{0.9, "lc", "f = 0.9"}, Curve{0.5, "lb", "f = 0.5"}}) {
    std::string points;
    for (int power = 0; power <= 9; ++power) {
      const std::int64_t n = std::int64_t{1} << power;
      points += fmt::format("{:.1f},{:.1f} ", x(static_cast<double>(n)),
                            y(kitchen::amdahl_speed_up(curve.part, n)));
    }
    svg.element("polyline", {{"class", fmt::format("line {}", curve.style)}, {"points", points}});
    svg.text(x(512) + 6, y(kitchen::amdahl_speed_up(curve.part, 512)) + 4, curve.name,
             {{"class", "small"}});
  }
  svg.text(180, 292, "ranks N", {{"class", "small"}, {"text-anchor", "middle"}});
  svg.text(4, 12, "speed-up S(N)", {{"class", "small"}});
  save(folder, "amdahl", std::move(svg));
}

void draw_time_model(const std::string &folder) {
  Svg svg(420, 262, "The time model: compute shrinks and communication grows with every rank");
  svg.style(kStyle);
  const kitchen::TimeModel model{100, 1};
  const std::int64_t best = kitchen::one_more_rank_helps_up_to(model) + 1;
  auto height = [](double seconds) { return 2 * seconds; };
  constexpr double kFloor = 222;
  for (int seconds = 0; seconds <= 100; seconds += 25) {
    svg.element("line", {{"class", "grid"},
                         {"x1", 36},
                         {"x2", 412},
                         {"y1", kFloor - height(seconds)},
                         {"y2", kFloor - height(seconds)}});
    svg.text(30, kFloor - height(seconds) + 4, std::to_string(seconds),
             {{"class", "small"}, {"text-anchor", "end"}});
  }
  for (int n = 1; n <= 16; ++n) {
    const double left = 40 + 23.0 * (n - 1);
    const double all = kitchen::parallel_time(model, n);
    const double talking = model.further_rank_seconds * (n - 1);
    svg.element("rect", {{"class", "b"},
                         {"x", left},
                         {"y", kFloor - height(all)},
                         {"width", 18},
                         {"height", height(talking)}});
    svg.element("rect", {{"class", "a"},
                         {"x", left},
                         {"y", kFloor - height(all - talking)},
                         {"width", 18},
                         {"height", height(all - talking)}});
    svg.text(left + 9, kFloor + 16, std::to_string(n),
             {{"class", n == best ? "small bold" : "small"}, {"text-anchor", "middle"}});
  }
  svg.text(40 + 23.0 * static_cast<double>(best - 1) + 9,
           kFloor - height(kitchen::parallel_time(model, best)) - 8,
           fmt::format("{:.0f} s", kitchen::parallel_time(model, best)),
           {{"class", "small bold"}, {"text-anchor", "middle"}});
  svg.text(226, 256, "ranks N", {{"class", "small"}, {"text-anchor", "middle"}});
  svg.element("rect", {{"class", "b"}, {"x", 240}, {"y", 30}, {"width", 12}, {"height", 12}});
  svg.text(258, 41, "communication c(N - 1)", {{"class", "small"}});
  svg.element("rect", {{"class", "a"}, {"x", 240}, {"y", 50}, {"width", 12}, {"height", 12}});
  svg.text(258, 61, "computation T1/N", {{"class", "small"}});
  svg.text(4, 12, "seconds", {{"class", "small"}});
  save(folder, "time-model", std::move(svg));
}

// ---- the plan of the tour ----

void draw_plan(const std::string &folder) {
  const std::string file = CHAPTER_FOLDER "/layer.txt";
  std::ifstream stream(file);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  brigade::write_file(folder + "/01-plan.svg",
                      brigade::plan_svg(brigade::make_plan(brigade::parse_program(text, file))));
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: {} FOLDER\n", argv[0]);
    return 2;
  }
  const std::string folder = argv[1];
  draw_spmd(folder);
  draw_collectives(folder);
  draw_amdahl(folder);
  draw_time_model(folder);
  draw_plan(folder);
  return 0;
}
