#include "grader/report/shards_svg.hpp"

#include "brigade/core/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace brigade::grader {
namespace {

constexpr double kLeft = 60, kWidth = 660, kLane = 26, kTop = 26;
constexpr std::size_t kMostBars = 4000; // of all ranks; a page has to open

/// "MPI_Allreduce" without its prefix.
std::string short_kind(const std::string &kind) {
  return kind.starts_with("MPI_") ? kind.substr(4) : kind;
}

std::string_view class_of(const std::string &kind) {
  for (const char *word : {"Wait", "Test", "Probe", "probe", "Barrier", "barrier"})
    if (kind.find(word) != std::string::npos)
      return "waiting";
  for (const char *word : {"end", "ecv"})
    if (kind.find(word) != std::string::npos)
      return "message";
  return "collective";
}

std::string duration(double seconds) {
  if (seconds < 1e-3)
    return fmt::format("{:.3g} µs", seconds * 1e6);
  return seconds < 1 ? fmt::format("{:.3g} ms", seconds * 1e3) : fmt::format("{:.3g} s", seconds);
}

} // namespace

std::string timeline_svg(const std::vector<TimelineEntry> &timeline, const std::string &title) {
  int ranks = 0;
  double first = HUGE_VAL, last = -HUGE_VAL;
  for (const TimelineEntry &entry : timeline) {
    if (!std::isfinite(entry.start) || !std::isfinite(entry.end) || entry.rank < 0 ||
        entry.rank > 1024)
      continue;
    ranks = std::max(ranks, entry.rank + 1);
    first = std::min(first, entry.start);
    last = std::max(last, entry.end);
  }
  if (ranks == 0)
    return "";
  const double span = std::max(last - first, 1e-9);
  Svg svg(kLeft + kWidth + 20, kTop + kLane * ranks + 22, title);
  svg.text(0, 14, title, {{"class", "head"}});
  for (int rank = 0; rank < ranks; ++rank) {
    const double y = kTop + kLane * rank;
    svg.text(kLeft - 8, y + 16, fmt::format("rank {}", rank),
             {{"class", "edge"}, {"text-anchor", "end"}});
    svg.element("line", {{"class", "lane"},
                         {"x1", kLeft},
                         {"x2", kLeft + kWidth},
                         {"y1", y + kLane - 3},
                         {"y2", y + kLane - 3}});
  }
  std::size_t bars = 0;
  for (const TimelineEntry &entry : timeline) {
    if (!std::isfinite(entry.start) || !std::isfinite(entry.end) || entry.rank < 0 ||
        entry.rank > 1024 || ++bars > kMostBars)
      continue;
    const double x = kLeft + (entry.start - first) / span * kWidth;
    const double width = std::max(2.0, (entry.end - entry.start) / span * kWidth);
    const double y = kTop + kLane * entry.rank;
    const std::string kind = short_kind(entry.kind);
    svg.element(
        "rect",
        {{"class", std::string(class_of(entry.kind))},
         {"x", x},
         {"y", y + 3},
         {"rx", 2},
         {"width", width},
         {"height", kLane - 8}},
        fmt::format("rank {}: {}, {}", entry.rank, entry.kind, duration(entry.end - entry.start)));
    if (width > 7.0 * static_cast<double>(kind.size()) + 6)
      svg.text(x + 4, y + 16, kind, {{"class", "bar"}});
  }
  svg.text(kLeft, kTop + kLane * ranks + 14, "0", {{"class", "edge"}});
  svg.text(kLeft + kWidth, kTop + kLane * ranks + 14, duration(span),
           {{"class", "edge"}, {"text-anchor", "end"}});
  return std::move(svg).finish();
}

} // namespace brigade::grader
