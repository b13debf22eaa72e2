#include "plot.hpp"

#include "brigade/core/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

namespace brigade::training {

namespace {

constexpr std::string_view kStyle = R"(
  text { font: 13px sans-serif; fill: #444; }
  .title { font-size: 15px; font-weight: bold; }
  .grid { stroke: #ccc; stroke-width: 1; }
  .train { stroke: #2a6fb0; fill: none; stroke-width: 2; }
  .test { stroke: #c9580f; fill: none; stroke-width: 2; stroke-dasharray: 6 3; }
  .train-point { fill: #2a6fb0; }
  .test-point { fill: #c9580f; }
  @media (prefers-color-scheme: dark) {
    text { fill: #ccc; }
    .grid { stroke: #555; }
    .train { stroke: #6cb2f2; }
    .test { stroke: #f0955a; }
    .train-point { fill: #6cb2f2; }
    .test-point { fill: #f0955a; }
  }
)";

struct Series {
  std::string_view name; // class of its line too
  std::vector<double> values;
};

// The distance between grid lines: 1, 2 or 5 times a power of ten, such that about four fit.
double grid_distance(double range) {
  const double rough = range / 4, power = std::pow(10, std::floor(std::log10(rough)));
  for (double factor : {1.0, 2.0, 5.0})
    if (factor * power >= rough)
      return factor * power;
  return 10 * power;
}

/// One coordinate system with its curves; the place is that of the area inside the axes.
class Panel {
public:
  Panel(Svg &svg, double left, std::size_t epochs, double low, double high)
      : svg_(svg), left_(left), epochs_(epochs), low_(low), high_(high) {}

  void draw(std::string_view title, const std::vector<Series> &all_series) {
    svg_.text(left_, kTop - 16, title, {{"class", "title"}});
    draw_grid();
    double legend = left_ + kWidth;
    for (auto series = all_series.rbegin(); series != all_series.rend(); ++series) {
      draw_curve(*series);
      if (all_series.size() > 1)
        draw_legend(series->name, legend -= 70);
    }
  }

private:
  static constexpr double kTop = 50, kWidth = 320, kHeight = 220;

  double x(std::size_t epoch) const { // counts from 0
    const double steps = std::max(1.0, static_cast<double>(epochs_) - 1);
    return left_ + kWidth * static_cast<double>(epoch) / steps;
  }
  double y(double value) const { return kTop + kHeight * (high_ - value) / (high_ - low_); }

  void draw_grid() {
    const double distance = grid_distance(high_ - low_);
    // Adding 0 turns -0, which would be printed with its sign, into 0.
    for (double line = std::ceil(low_ / distance - 1e-9) * distance + 0.0;
         line <= high_ + distance * 1e-9; line += distance) {
      svg_.element("line", {{"class", "grid"},
                            {"x1", left_},
                            {"x2", left_ + kWidth},
                            {"y1", y(line)},
                            {"y2", y(line)}});
      svg_.text(left_ - 8, y(line) + 4, fmt::format("{:.6g}", line), {{"text-anchor", "end"}});
    }
    const auto between = std::max<std::size_t>(
        1, static_cast<std::size_t>(grid_distance(std::max(1.0, static_cast<double>(epochs_)))));
    for (std::size_t epoch = 1; epoch <= epochs_; ++epoch)
      if (epoch == 1 || epoch % between == 0)
        svg_.text(x(epoch - 1), kTop + kHeight + 20, std::to_string(epoch),
                  {{"text-anchor", "middle"}});
    svg_.text(left_ + kWidth / 2, kTop + kHeight + 42, "epoch", {{"text-anchor", "middle"}});
  }

  void draw_curve(const Series &series) {
    std::string points;
    for (std::size_t i = 0; i < series.values.size(); ++i)
      points += fmt::format("{}{:.1f},{:.1f}", i == 0 ? "" : " ", x(i), y(series.values[i]));
    svg_.element("polyline", {{"class", series.name}, {"points", points}});
    const std::string point_class = fmt::format("{}-point", series.name);
    for (std::size_t i = 0; i < series.values.size(); ++i)
      svg_.element("circle",
                   {{"class", point_class}, {"cx", x(i)}, {"cy", y(series.values[i])}, {"r", 2.5}},
                   fmt::format("{}, epoch {}: {:.4f}", series.name, i + 1, series.values[i]));
  }

  void draw_legend(std::string_view name, double place) {
    svg_.element(
        "line",
        {{"class", name}, {"x1", place}, {"x2", place + 28}, {"y1", kTop - 20}, {"y2", kTop - 20}});
    svg_.text(place + 34, kTop - 16, name);
  }

  Svg &svg_;
  double left_;
  std::size_t epochs_;
  double low_, high_;
};

} // namespace

std::string plot(const TrainReport &report) {
  Series loss{"train", {}}, train{"train", {}}, test{"test", {}};
  double highest_loss = 0.01, lowest_accuracy = 0.99;
  for (const EpochResult &epoch : report.epochs) {
    loss.values.push_back(epoch.train_loss);
    train.values.push_back(epoch.train_accuracy);
    test.values.push_back(epoch.test_accuracy);
    highest_loss = std::max(highest_loss, epoch.train_loss);
    lowest_accuracy = std::min({lowest_accuracy, epoch.train_accuracy, epoch.test_accuracy});
  }
  const double below = grid_distance(1 - lowest_accuracy);
  const std::size_t epochs = report.epochs.size();
  Svg svg(820, 330, "Loss and accuracy by epoch");
  svg.style(kStyle);
  Panel(svg, 60, epochs, 0, highest_loss * 1.05).draw("Training loss", {loss});
  Panel(svg, 470, epochs, std::max(0.0, std::floor(lowest_accuracy / below) * below), 1)
      .draw("Accuracy", {train, test});
  return std::move(svg).finish();
}

} // namespace brigade::training
