#pragma once

#include <nlohmann/json.hpp>

#include <functional>
#include <string>
#include <vector>

namespace brigade::bench {

/// On which side of its bound a value must lie.
enum class Sense { min, max };

/// A number that the project promises.
struct Row {
  std::string name; ///< "all_reduce.8_ranks.1_KiB"
  double value = 0; ///< median of the pairs
  double bound = 0;
  Sense sense = Sense::min;
  nlohmann::json figures; ///< what the value came from: medians, minima, maxima

  bool holds() const { return sense == Sense::min ? value >= bound : value <= bound; }
};

/// Programs that are run together, and the rows that come of what they print.
struct Measurement {
  std::vector<std::string> names; ///< of its rows, so that one can be asked for without a run
  std::function<std::vector<Row>()> run;
};

/// All measurements, in the order in which they run.
std::vector<Measurement> collective_measurements();
std::vector<Measurement> resharding_measurements();
std::vector<Measurement> training_measurements();
std::vector<Measurement> tracing_measurements();
std::vector<Measurement> planning_measurements();

} // namespace brigade::bench
