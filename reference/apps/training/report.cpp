#include "report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace brigade::training {

namespace {

std::string describe_bytes(double bytes) {
  if (bytes < 1e4)
    return fmt::format("{:.0f} B", bytes);
  if (bytes < 1e7)
    return fmt::format("{:.1f} KB", bytes / 1e3);
  return fmt::format("{:.1f} MB", bytes / 1e6);
}

std::string describe_range(const std::vector<std::int64_t> &bytes) {
  const auto [least, most] = std::ranges::minmax(bytes);
  const std::string low = describe_bytes(static_cast<double>(least)),
                    high = describe_bytes(static_cast<double>(most));
  return low == high ? low : low + " to " + high;
}

// What the planner chooses depends on the machine that it chooses for.
std::string describe_sharding(const TrainReport &report, const TrainOptions &options) {
  return options.sharding == "auto"
             ? fmt::format("auto (for the machine profile {})", report.profile)
             : options.sharding;
}

} // namespace

std::string to_json(const TrainReport &report, const TrainOptions &options) {
  using Json = nlohmann::ordered_json;
  std::vector<double> train_loss, train_accuracy, test_accuracy;
  for (const EpochResult &epoch : report.epochs) {
    train_loss.push_back(epoch.train_loss);
    train_accuracy.push_back(epoch.train_accuracy);
    test_accuracy.push_back(epoch.test_accuracy);
  }
  Json bytes = Json::object();
  for (const auto &[key, value] : report.bytes_by_kind_axis)
    bytes[key.first][key.second] = value;
  const Json json = {
      {"ranks", report.ranks},
      {"mesh", {{"data", options.data_size}, {"model", options.model_size}}},
      {"sharding", options.sharding},
      {"profile", report.profile.empty() ? Json() : Json(report.profile)},
      {"data", options.data},
      {"train_rows", report.train_rows},
      {"test_rows", report.test_rows},
      {"sizes", report.sizes},
      {"activation", to_string(options.activation)},
      {"optimizer", to_string(options.optimizer.kind)},
      {"learning_rate", options.optimizer.learning_rate},
      {"batch", options.batch},
      {"seed", options.seed},
      {"epochs", report.epochs.size()},
      {"steps", report.steps},
      {"train_loss", train_loss},
      {"train_accuracy", train_accuracy},
      {"test_accuracy", report.epochs.empty() ? Json() : Json(report.test_accuracy())},
      {"test_accuracy_by_epoch", test_accuracy},
      {"train_seconds", report.train_seconds},
      {"samples_per_second", report.samples_per_second},
      {"step_ms_median", report.step_ms_median},
      {"utilisation", report.utilisation},
      {"bytes_sent_per_step", report.bytes_sent_per_step},
      {"bytes_by_kind_axis", bytes},
      {"peak_bytes_per_rank", report.peak_bytes_per_rank},
      {"arena_bytes_per_rank", report.arena_bytes_per_rank},
      {"interrupted", report.stopped_by != 0},
  };
  // Names of files may hold any bytes; JSON holds UTF-8 only.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string describe_start(const TrainReport &report, const TrainOptions &options) {
  const OptimizerOptions &optimizer = options.optimizer;
  return fmt::format("{} on {} {}, mesh {}, {}: {} {}, {} with learning rate {}, batch {}\n"
                     "{}: {} training rows, {} test rows\n",
                     options.program, report.ranks, report.ranks == 1 ? "rank" : "ranks",
                     to_string(options.mesh()), describe_sharding(report, options),
                     fmt::join(report.sizes, "-"), to_string(options.activation),
                     to_string(optimizer.kind), optimizer.learning_rate, options.batch,
                     options.data, report.train_rows, report.test_rows);
}

std::string describe_result(const TrainReport &report) {
  std::string text;
  if (report.stopped_by != 0)
    text += fmt::format("stopped by signal {} after {} steps\n", report.stopped_by, report.steps);
  if (!report.epochs.empty())
    text += fmt::format("test accuracy       {:.4f}\n", report.test_accuracy());
  text += fmt::format("speed               {:.0f} samples/s, a step takes {:.2f} ms (median), "
                      "{:.2f} s of training\n"
                      "utilisation         {:.2f} (compute / (compute + communication))\n"
                      "sent by a rank      {} a step",
                      report.samples_per_second, report.step_ms_median, report.train_seconds,
                      report.utilisation, describe_bytes(report.bytes_sent_per_step));
  const char *separator = ": ";
  for (const auto &[key, bytes] : report.bytes_by_kind_axis) {
    text += fmt::format("{}{} over {} {}", separator, key.first, key.second, describe_bytes(bytes));
    separator = ", ";
  }
  text += fmt::format("\npeak memory         {} a rank, {} of it the arenas\n",
                      describe_range(report.peak_bytes_per_rank),
                      describe_range(report.arena_bytes_per_rank));
  return text;
}

} // namespace brigade::training
