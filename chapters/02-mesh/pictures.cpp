// Draws the pictures of chapter 02 into the folder that is given: from meshes, so that they show
// what the library does.
//   pictures-02-mesh chapters/02-mesh/images
#include "brigade/core/atomic_file.hpp"
#include "brigade/core/svg.hpp"
#include "brigade/mesh/mesh.hpp"
#include "brigade/mesh/node_locality.hpp"
#include "exercises/02-mesh/ring-neighbours/solution.cpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <filesystem>
#include <numbers>
#include <string>
#include <vector>

using namespace brigade;

namespace {

constexpr double kPlace = 78, kGap = 14; // pixels: a place of the plan, and what lies between two
constexpr const char *kColours[] = {"a", "b", "c", "d"};

Svg drawing(double width, double height, std::string_view title) {
  Svg svg(width, height, title);
  svg.style(
      "text { font-family: ui-sans-serif, system-ui, 'DejaVu Sans', sans-serif; font-size: 15px; "
      "fill: #22303c; text-anchor: middle; } .small { font-size: 12px; fill: #52616f; } "
      ".left { text-anchor: start; } .plain { fill: #eef3f8; } "
      ".a { fill: #a9cdf4; } .b { fill: #ffd8a8; } .c { fill: #b5e8c4; } .d { fill: #fbc3d6; } "
      ".box { stroke: #52616f; } .link { stroke: #52616f; stroke-width: 2; fill: none; } "
      ".tip { fill: #52616f; } .crossing { stroke: #c2331f; stroke-width: 3; fill: none; } "
      "@media (prefers-color-scheme: dark) { text { fill: #e6edf3; } .small { fill: #a9b8c6; } "
      ".plain { fill: #22303c; } .a { fill: #1f4e80; } "
      ".b { fill: #7a4d12; } .c { fill: #1d5f37; } .d { fill: #7c2f4c; } "
      ".box { stroke: #a9b8c6; } .link { stroke: #a9b8c6; } .tip { fill: #a9b8c6; } "
      ".crossing { stroke: #ff8a75; } }");
  return svg;
}

struct Point {
  double x = 0, y = 0;
};

// The middle of the place with these coordinates in a plan whose first place begins at `corner`.
Point middle(Point corner, const std::vector<std::int64_t> &coordinates) {
  return {corner.x + static_cast<double>(coordinates[1]) * (kPlace + kGap) + kPlace / 2,
          corner.y + static_cast<double>(coordinates[0]) * (kPlace + kGap) + kPlace / 2};
}

void draw_place(Svg &svg, Point at, std::string_view colour, std::string_view above,
                std::string_view below) {
  svg.element("rect", {{"class", fmt::format("box {}", colour)},
                       {"x", at.x - kPlace / 2},
                       {"y", at.y - kPlace / 2},
                       {"width", kPlace},
                       {"height", kPlace},
                       {"rx", 8}});
  svg.text(at.x, at.y - 3, above);
  svg.text(at.x, at.y + 18, below, {{"class", "small"}});
}

std::string coordinates_text(const Mesh &mesh, DeviceId device) {
  return fmt::format("({})", fmt::join(mesh.coordinates_of(device), ", "));
}

// An arrow beside the plan, with the axis's name and size.
void draw_axes(Svg &svg, const Mesh &mesh, Point corner) {
  const Point last = middle(corner, {mesh.shape()[0] - 1, mesh.shape()[1] - 1});
  const double right = last.x + kPlace / 2, bottom = last.y + kPlace / 2;
  const auto name = [&](std::size_t axis) {
    return fmt::format("{} ({})", mesh.axis_names()[axis], mesh.shape()[axis]);
  };
  svg.element("line", {{"class", "link"},
                       {"x1", corner.x},
                       {"y1", corner.y - 16},
                       {"x2", right - 8},
                       {"y2", corner.y - 16}});
  svg.element("polygon", {{"class", "tip"},
                          {"points", fmt::format("{0},{1} {2},{3} {2},{4}", right, corner.y - 16,
                                                 right - 10, corner.y - 21, corner.y - 11)}});
  svg.text((corner.x + right) / 2, corner.y - 26, name(1));
  svg.element("line", {{"class", "link"},
                       {"x1", corner.x - 16},
                       {"y1", corner.y},
                       {"x2", corner.x - 16},
                       {"y2", bottom - 8}});
  svg.element("polygon", {{"class", "tip"},
                          {"points", fmt::format("{0},{1} {2},{3} {4},{3}", corner.x - 16, bottom,
                                                 corner.x - 21, bottom - 10, corner.x - 11)}});
  const double y = (corner.y + bottom) / 2;
  svg.text(corner.x - 26, y, name(0),
           {{"transform", fmt::format("rotate(-90 {:.0f} {:.0f})", corner.x - 26, y)}});
}

std::string floor_plan(const Mesh &mesh) {
  Svg svg = drawing(460, 250, "A mesh of 2 by 4 devices with axes data and model");
  const Point corner{70, 60};
  for (DeviceId device = 0; device < mesh.size(); ++device)
    draw_place(svg, middle(corner, mesh.coordinates_of(device)), "plain",
               fmt::format("rank {}", device), coordinates_text(mesh, device));
  draw_axes(svg, mesh, corner);
  return std::move(svg).finish();
}

std::string axis_groups(const Mesh &mesh) {
  Svg svg = drawing(460, 540, "The groups along each axis of a mesh of 2 by 4 devices");
  double top = 60;
  for (const char *axis : {"model", "data"}) {
    const Point corner{70, top};
    const AxisGroups groups = mesh.groups({axis});
    for (DeviceId device = 0; device < mesh.size(); ++device)
      draw_place(svg, middle(corner, mesh.coordinates_of(device)),
                 kColours[groups.group_of(device)], fmt::format("rank {}", device),
                 fmt::format("place {}", groups.place_of(device)));
    draw_axes(svg, mesh, corner);
    svg.text(corner.x + 2 * kPlace + 1.5 * kGap, top + 202,
             fmt::format("along {}: {} groups of {}", axis, groups.count(), groups.size()));
    top += 262;
  }
  return std::move(svg).finish();
}

// Links along the last axis, whose members stand in a circle: the link from the last to the first
// goes below the row. One that crosses nodes is drawn in another colour.
std::string orders_on_nodes(const Shape &shape, const NodePlacement &nodes) {
  Svg svg = drawing(460, 582, "Eight devices of two nodes, placed by number and placed by node");
  double top = 60;
  for (const bool by_node : {false, true}) {
    const Mesh mesh(by_node ? create_device_mesh(shape, nodes) : create_device_mesh(shape),
                    {"data", "model"});
    const Point corner{70, top};
    const auto node_of = [&](DeviceId device) {
      return nodes.node_of[static_cast<std::size_t>(device)];
    };
    int crossing = 0;
    for (std::int64_t row = 0; row < shape[0]; ++row)
      for (std::int64_t column = 0; column < shape[1]; ++column) {
        const std::int64_t next = (column + 1) % shape[1];
        const bool crosses =
            node_of(mesh.device_at({row, column})) != node_of(mesh.device_at({row, next}));
        crossing += crosses;
        const char *look = crosses ? "crossing" : "link";
        const Point from = middle(corner, {row, column}), to = middle(corner, {row, next});
        if (next > 0)
          svg.element("line", {{"class", look},
                               {"x1", from.x + kPlace / 2},
                               {"y1", from.y},
                               {"x2", to.x - kPlace / 2},
                               {"y2", to.y}});
        else
          svg.element("path", {{"class", look},
                               {"d", fmt::format("M {} {} v {} H {} v {}", from.x,
                                                 from.y + kPlace / 2, kGap / 2, to.x, -kGap / 2)}});
      }
    for (DeviceId device = 0; device < mesh.size(); ++device)
      draw_place(svg, middle(corner, mesh.coordinates_of(device)), kColours[node_of(device)],
                 fmt::format("device {}", device), fmt::format("node {}", node_of(device)));
    draw_axes(svg, mesh, corner);
    svg.text(corner.x + 2 * kPlace + 1.5 * kGap, top + 202,
             by_node ? "placed by node" : "placed by number");
    svg.text(corner.x + 2 * kPlace + 1.5 * kGap, top + 222,
             fmt::format("{} links along model cross nodes", crossing), {{"class", "small"}});
    top += 282;
  }
  return std::move(svg).finish();
}

std::string ring(std::int64_t elements, std::int64_t element_bytes, int places) {
  Svg svg = drawing(460, 380, "A ring all-reduce: the bytes on each link");
  const Point centre{230, 190};
  const double radius = 122;
  const std::vector<std::int64_t> bytes = kitchen::ring_link_bytes(elements, element_bytes, places);
  const auto at = [&](double place, double distance) {
    const double angle = 2 * std::numbers::pi * (place - 0.5) / places - std::numbers::pi / 2;
    return Point{centre.x + distance * std::cos(angle), centre.y + distance * std::sin(angle)};
  };
  for (int p = 0; p < places; ++p) {
    const Point from = at(p + 0.3, radius), to = at(p + 0.7, radius), tip = at(p + 0.73, radius);
    svg.element("path", {{"class", "link"},
                         {"d", fmt::format("M {:.1f} {:.1f} A {} {} 0 0 1 {:.1f} {:.1f}", from.x,
                                           from.y, radius, radius, to.x, to.y)}});
    const Point side = at(p + 0.69, radius + 6), other = at(p + 0.69, radius - 6);
    svg.element("polygon",
                {{"class", "tip"},
                 {"points", fmt::format("{:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f}", tip.x, tip.y,
                                        side.x, side.y, other.x, other.y)}});
    const Point label = at(p + 0.5, radius + (p % 2 == 0 ? 26 : 50));
    svg.text(label.x, label.y + 5, fmt::format("{} bytes", bytes[static_cast<std::size_t>(p)]));
  }
  for (int p = 0; p < places; ++p) {
    const Interval block = block_of(elements, places, p);
    draw_place(svg, at(p, radius), kColours[p], fmt::format("place {}", p),
               fmt::format("has {} to {}", block.begin, block.end - 1));
  }
  svg.text(centre.x, centre.y - 2, fmt::format("{} elements", elements));
  svg.text(centre.x, centre.y + 18, fmt::format("of {} bytes", element_bytes),
           {{"class", "small"}});
  return std::move(svg).finish();
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    fmt::print(stderr, "give the folder for the pictures\n");
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  const Mesh mesh(create_device_mesh({2, 4}), {"data", "model"});
  write_file(folder / "02-floor-plan.svg", floor_plan(mesh));
  write_file(folder / "02-axis-groups.svg", axis_groups(mesh));
  write_file(folder / "02-orders-on-nodes.svg",
             orders_on_nodes({2, 4}, NodePlacement(std::vector<int>{0, 1, 0, 1, 0, 1, 0, 1})));
  write_file(folder / "02-ring.svg", ring(11, 4, 4));
}
