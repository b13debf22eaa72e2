#include "job.hpp"
#include "rows.hpp"

namespace brigade::bench {
namespace {

using nlohmann::json;

/// Programs that must be planned in so many seconds, and how little devices and layers may count.
std::vector<Row> planning_time() {
  const json result = run_job("bench-planning-time", 1, {}, "--json", 600);
  const auto seconds = [&](const char *name, const char *key, double bound) {
    const json &figures = result.at(key);
    return Row{name, figures.at("seconds").at("median"), bound, Sense::max, figures};
  };
  const json &devices = result.at("devices"), &layers = result.at("layers");
  return {seconds("planning.transformer_12.sgd.seconds", "transformer_sgd", 1.0),
          seconds("planning.transformer_12.adam.seconds", "transformer_adam", 1.0),
          {"planning.transformer_12.65536_over_8_devices", devices.at("ratio").at("median"), 1.2,
           Sense::max, devices},
          // A call more is an instruction more, but no layer more.
          {"planning.transformer_calls.48_over_12_layers", layers.at("ratio").at("median"), 2.0,
           Sense::max, layers},
          seconds("planning.10000_operations.seconds", "operations", 5.0),
          seconds("planning.10000_operations.annotated.seconds", "operations_annotated", 5.0)};
}

} // namespace

std::vector<Measurement> planning_measurements() {
  return {{{"planning.transformer_12.sgd.seconds", "planning.transformer_12.adam.seconds",
            "planning.transformer_12.65536_over_8_devices",
            "planning.transformer_calls.48_over_12_layers", "planning.10000_operations.seconds",
            "planning.10000_operations.annotated.seconds"},
           planning_time}};
}

} // namespace brigade::bench
