#include "brigade/gspmd/plan_svg.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/svg.hpp"
#include "brigade/core/utf8.hpp"
#include "brigade/gspmd/plan_graph.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace brigade {

namespace {

constexpr double kWidth = 230, kHeight = 54, kAcross = 250, kDown = 84, kArray = 38, kMargin = 10;
constexpr std::int64_t kMostLines = 8;
constexpr std::size_t kAxisColours = 4;

constexpr std::string_view kStyle = R"(
  text { font: 13px sans-serif; fill: #333; }
  .small { font-size: 11px; fill: #666; }
  .box { fill: #fff; stroke: #999; }
  .edge { fill: none; stroke: #999; }
  .parameter, .result { fill: #eee; stroke: #999; }
  .collective { fill: #ffd27f; stroke: #b8500c; }
  .array { fill: #fff; stroke: #333; }
  .cut { stroke-width: 2; }
  .a0 { stroke: #2a6fb0; } .a1 { stroke: #c2185b; } .a2 { stroke: #2f7d32; } .a3 { stroke: #7b3fb0; }
  @media (prefers-color-scheme: dark) {
    text { fill: #ddd; } .small { fill: #aaa; }
    .box { fill: #1c1c1c; stroke: #777; } .edge { stroke: #777; }
    .parameter, .result { fill: #333; stroke: #777; }
    .collective { fill: #6b4a12; stroke: #f0955a; }
    .array { fill: #111; stroke: #ccc; }
    .a0 { stroke: #6cb2f2; } .a1 { stroke: #f48fb1; } .a2 { stroke: #7ccf80; } .a3 { stroke: #c79bf0; }
  }
)";

// As many characters as fit into a box; the tooltip has them all.
std::string shortened(const std::string &text, std::size_t most) {
  std::size_t length = 0, end = 0;
  while (end < text.size() && length < most) {
    end += std::max<std::size_t>(1, character_length(std::string_view(text).substr(end)));
    ++length;
  }
  return end < text.size() ? text.substr(0, end) + "…" : text;
}

/// Where the boxes stand: rows below each other, each as far down as its operands ask.
struct Place {
  std::size_t row = 0;
  double x = 0; ///< of the middle
};

std::vector<std::size_t> rows_of(const PlanGraph &graph) {
  std::vector<std::size_t> rows(graph.nodes.size(), 0);
  for (std::size_t i = 0; i < graph.nodes.size(); ++i)
    for (const std::size_t from : graph.nodes[i].from)
      rows[i] = std::max(rows[i], rows[from] + 1);
  // What needs nothing stands right above its first user.
  std::vector<std::size_t> first_user(graph.nodes.size(), graph.nodes.size());
  for (std::size_t i = graph.nodes.size(); i-- > 0;)
    for (const std::size_t from : graph.nodes[i].from)
      if (first_user[from] == graph.nodes.size() || rows[i] < rows[first_user[from]])
        first_user[from] = i;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i)
    if (graph.nodes[i].from.empty() && first_user[i] < graph.nodes.size())
      rows[i] = rows[first_user[i]] - 1;
  return rows;
}

// In each row boxes are ordered by the middle of the boxes above that they take from, and those
// that take from none stand behind; then the row is centred.
std::vector<Place> places_of(const PlanGraph &graph) {
  const std::vector<std::size_t> rows = rows_of(graph);
  std::map<std::size_t, std::vector<std::size_t>> in_row;
  for (std::size_t i = 0; i < rows.size(); ++i)
    in_row[rows[i]].push_back(i);
  std::size_t widest = 1;
  for (const auto &[row, nodes] : in_row)
    widest = std::max(widest, nodes.size());
  std::vector<Place> places(rows.size());
  for (auto &[row, nodes] : in_row) {
    std::map<std::size_t, double> wished;
    for (const std::size_t node : nodes) {
      double sum = 0;
      for (const std::size_t from : graph.nodes[node].from)
        sum += places[from].x;
      const auto count = static_cast<double>(graph.nodes[node].from.size());
      wished[node] = count > 0 ? sum / count : 1e9;
    }
    std::ranges::stable_sort(nodes, {}, [&](std::size_t node) { return wished[node]; });
    const double left = kMargin + kAcross / 2 * static_cast<double>(1 + widest - nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i)
      places[nodes[i]] = {row, left + kAcross * static_cast<double>(i)};
  }
  return places;
}

class Picture {
public:
  explicit Picture(const PlanGraph &graph)
      : graph_(graph), block_(graph.program.main()), mesh_(*graph.program.mesh),
        places_(places_of(graph)), svg_(width(), height(), "The plan of " + block_.name) {
    svg_.style(kStyle);
  }

  std::string draw() && {
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
      for (const std::size_t from : graph_.nodes[i].from)
        draw_edge(from, i);
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
      draw_node(i);
    draw_legend();
    return std::move(svg_).finish();
  }

private:
  double width() const {
    double right = 0;
    for (const Place &place : places_)
      right = std::max(right, place.x);
    return right + kWidth / 2 + kMargin;
  }
  double top(std::size_t row) const { return kMargin + kDown * static_cast<double>(row); }
  double below() const {
    std::size_t rows = 0;
    for (const Place &place : places_)
      rows = std::max(rows, place.row + 1);
    return top(rows) - kDown + kHeight;
  }
  double height() const { return below() + 34; }

  void draw_edge(std::size_t from, std::size_t to) {
    const double x1 = places_[from].x, y1 = top(places_[from].row) + kHeight;
    const double x2 = places_[to].x, y2 = top(places_[to].row);
    svg_.element("path", {{"class", "edge"},
                          {"d", fmt::format("M{:.0f} {:.0f} C{:.0f} {:.0f} {:.0f} {:.0f} {:.0f} "
                                            "{:.0f}",
                                            x1, y1, x1, y1 + 18, x2, y2 - 18, x2, y2)}});
  }

  void draw_node(std::size_t at) {
    static constexpr std::array kClasses{"parameter", "box", "collective", "result"};
    const PlanNode &node = graph_.nodes[at];
    const double x = places_[at].x - kWidth / 2, y = top(places_[at].row);
    const char *name = kClasses.at(static_cast<std::size_t>(node.kind));
    const std::optional<ValueId> shown =
        node.kind == PlanNode::Kind::result ? node.operands[0] : node.value;
    const std::string tooltip = fmt::format(
        "{}{}", node.lines[0],
        shown && sharding(*shown) ? fmt::format(" @ {}", to_string(*sharding(*shown))) : "");
    svg_.element(
        "rect",
        {{"class", name}, {"x", x}, {"y", y}, {"width", kWidth}, {"height", kHeight}, {"rx", 5}},
        tooltip);
    for (std::size_t line = 0; line < node.lines.size(); ++line)
      svg_.text(x + kArray + 16, y + 23 + 18 * static_cast<double>(line),
                shortened(node.lines[line], line == 0 ? 25 : 30),
                {{"class", line == 0 ? "name" : "small"}});
    if (shown)
      draw_array(*shown, x + 8, y + 8);
  }

  const std::optional<TensorSharding> &sharding(ValueId id) const {
    return block_.value(id).sharding;
  }

  void draw_array(ValueId value, double x, double y) {
    svg_.element("rect",
                 {{"class", "array"}, {"x", x}, {"y", y}, {"width", kArray}, {"height", kArray}});
    if (!sharding(value))
      return;
    const TensorSharding &cut = *sharding(value);
    const std::size_t rank = cut.dimensions.size();
    if (rank == 1)
      draw_cuts(cut.dimensions[0].axes, x, y, true);
    for (std::size_t dim = 0; rank > 1 && dim < 2; ++dim)
      draw_cuts(cut.dimensions[dim].axes, x, y, dim == 1);
    if (!cut.unreduced.empty())
      svg_.text(x + kArray * 3 / 4, y + kArray - 5, "Σ", {{"text-anchor", "middle"}});
  }

  // The minor axes cut finer, so the lines of the major ones are drawn last.
  void draw_cuts(const std::vector<std::string> &axes, double x, double y, bool across) {
    for (std::size_t count = axes.size(); count > 0; --count) {
      std::int64_t parts = 1;
      for (std::size_t i = 0; i < count; ++i)
        parts *= mesh_.axis_size(axes[i]);
      parts = std::min(parts, kMostLines);
      const std::string name =
          fmt::format("cut a{}", mesh_.axis_index(axes[count - 1]) % kAxisColours);
      for (std::int64_t i = 1; i < parts; ++i) {
        const double at = kArray * static_cast<double>(i) / static_cast<double>(parts);
        svg_.element("line", {{"class", name},
                              {"x1", across ? x + at : x},
                              {"y1", across ? y : y + at},
                              {"x2", across ? x + at : x + kArray},
                              {"y2", across ? y + kArray : y + at}});
      }
    }
  }

  void draw_legend() {
    double x = kMargin;
    for (std::size_t axis = 0; axis < mesh_.axis_names().size(); ++axis) {
      const double y = below() + 20;
      svg_.element("line", {{"class", fmt::format("cut a{}", axis % kAxisColours)},
                            {"x1", x},
                            {"y1", y},
                            {"x2", x + 18},
                            {"y2", y}});
      const std::string text = fmt::format("cut over {}, {} devices", mesh_.axis_names()[axis],
                                           mesh_.axis_size(mesh_.axis_names()[axis]));
      svg_.text(x + 24, y + 4, text, {{"class", "small"}});
      x += 40 + 6.5 * static_cast<double>(text.size());
    }
  }

  const PlanGraph &graph_;
  const Block &block_;
  const Mesh &mesh_;
  const std::vector<Place> places_;
  Svg svg_;
};

} // namespace

std::string plan_svg(const Plan &plan) {
  const PlanGraph graph = plan_graph(plan);
  if (graph.nodes.size() > kMostDrawn)
    throw InputError(fmt::format("a picture of {} operations would be too large, {} are the most; "
                                 "--dot writes a graph of any size",
                                 graph.nodes.size(), kMostDrawn));
  return Picture(graph).draw();
}

} // namespace brigade
