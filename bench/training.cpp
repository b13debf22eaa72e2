#include "job.hpp"
#include "rows.hpp"
#include "spread.hpp"

#include "brigade/core/npy.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace brigade::bench {
namespace {

using nlohmann::json;

/// The command that a newcomer types: how good, and how long.
std::vector<Row> default_training() {
  const json report = run_job("brigade-train", 8, {"--quiet"}, "--report");
  const json figures = {{"test_accuracy", report.at("test_accuracy")},
                        {"train_seconds", report.at("train_seconds")},
                        {"samples_per_second", report.at("samples_per_second")}};
  return {{"train.digits.test_accuracy", report.at("test_accuracy"), 0.97, Sense::min, figures},
          {"train.digits.seconds", report.at("train_seconds"), 5.0, Sense::max, figures}};
}

/// The rows that a program which measures steps has written.
std::vector<Row> measured_steps(const std::string &program, int ranks) {
  const json result = run_job(program, ranks, {});
  std::vector<Row> rows;
  for (const json &entry : result.at("rows"))
    rows.push_back({entry.at("name"), entry.at("value"), entry.at("bound"),
                    entry.at("sense") == "min" ? Sense::min : Sense::max, entry});
  return rows;
}

/// "train_step.784-2048-2048-10.sgd" …: each of the names, of each step that is measured.
std::vector<std::string> of_all_steps(const std::vector<std::string> &names) {
  std::vector<std::string> all;
  for (const std::string &name : names)
    for (const char *step : {"784-2048-2048-10.sgd", "784-2048-2048-10.adam", "64-256-256-10.sgd",
                             "64-256-256-10.adam"})
      all.push_back(name + "." + step);
  return all;
}

/// Rows like MNIST's, drawn at random: the time of a step does not depend on what is in them.
std::string large_data() {
  const std::string folder = scratch_folder() + "/large";
  std::filesystem::create_directories(folder);
  constexpr std::int64_t features = 784, classes = 10;
  for (auto [part, rows] : {std::pair{"train", 512 * 12}, std::pair{"test", 512}}) {
    std::vector<float> x(static_cast<std::size_t>(rows * features));
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = static_cast<float>(i * 2654435761u % 1000) / 1000.f;
    std::vector<std::int32_t> y(static_cast<std::size_t>(rows));
    for (std::size_t i = 0; i < y.size(); ++i)
      y[i] = static_cast<std::int32_t>(i % classes);
    write_npy<float>(fmt::format("{}/x_{}.npy", folder, part), {rows, features}, x);
    write_npy<std::int32_t>(fmt::format("{}/y_{}.npy", folder, part), {rows}, y);
  }
  return folder;
}

double large_step_ms(int ranks, const std::string &mesh, const std::string &data) {
  return run_job("brigade-train-by-hand", ranks,
                 {"--mesh", mesh, "--data", data, "--hidden", "2048,2048", "--batch", "512",
                  "--epochs", "1", "--lr", "0.01", "--quiet"},
                 "--report")
      .at("step_ms_median");
}

/// The same global batch on four times as many ranks as cores, by hand, on the mesh that the
/// trainer chooses itself. The figures also hold the mesh without tensor parallelism, where each
/// rank keeps and updates every weight.
std::vector<Row> more_ranks_than_cores() {
  const std::string data = large_data();
  std::vector<double> ratios, data_only_ratios;
  json pairs = json::array();
  for (int pair = 0; pair < 5; ++pair) {
    const double two = large_step_ms(2, "data=2,model=1", data);
    const double eight = large_step_ms(8, "data=2,model=4", data);
    const double data_only = large_step_ms(8, "data=8,model=1", data);
    ratios.push_back(eight / two);
    data_only_ratios.push_back(data_only / two);
    pairs.push_back({{"step_ms_2_ranks", two},
                     {"step_ms_data_2_model_4", eight},
                     {"step_ms_data_8_model_1", data_only}});
  }
  return {{"train.large.8_ranks_over_2",
           median(ratios),
           1.6,
           Sense::max,
           {{"pairs", pairs},
            {"ratio", spread_of(ratios)},
            {"ratio_data_8_model_1", spread_of(data_only_ratios)}}}};
}

} // namespace

std::vector<Measurement> training_measurements() {
  return {{{"train.digits.test_accuracy", "train.digits.seconds"}, default_training},
          {of_all_steps({"train_step", "executed_step", "executed_over_by_hand"}),
           [] { return measured_steps("bench-train-step", 1); }},
          {of_all_steps({"trainers.time.1_ranks", "trainers.arena.1_ranks"}),
           [] { return measured_steps("bench-trainers", 1); }},
          {of_all_steps({"trainers.time.2_ranks", "trainers.arena.2_ranks",
                         "trainers.collectives.2_ranks", "trainers.bytes.2_ranks"}),
           [] { return measured_steps("bench-trainers", 2); }},
          {of_all_steps({"trainers.time.8_ranks", "trainers.arena.8_ranks",
                         "trainers.collectives.8_ranks", "trainers.bytes.8_ranks"}),
           [] { return measured_steps("bench-trainers", 8); }},
          {{"train.large.8_ranks_over_2"}, more_ranks_than_cores}};
}

} // namespace brigade::bench
