#include "job.hpp"
#include "rows.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <cmath>

namespace brigade::bench {
namespace {

using nlohmann::json;

constexpr int kSmallKiB = 64, kLargeKiB = 4096;

std::string row_name(int ranks, int kib) {
  return fmt::format("device_put.{}_ranks.{}.over_exchange", ranks,
                     kib == kSmallKiB ? "64_KiB" : "4_MiB");
}

/// Of each size how long device_put takes, counted in times of one exchange of the same blocks: the
/// geometric mean over the reshards, as each of them scatters with where the ranks run.
std::vector<Row> measured_reshards(int ranks) {
  const json result = run_job("bench-reshard-time", ranks, {});
  std::vector<Row> rows;
  for (const int kib : {kSmallKiB, kLargeKiB})
    for (const json &size : result.at("sizes")) {
      if (size.at("kib") != kib)
        continue;
      double logarithms = 0;
      for (const json &each : size.at("cases"))
        logarithms += std::log(each.at("ratio").at("median").get<double>());
      const double mean = std::exp(logarithms / static_cast<double>(size.at("cases").size()));
      rows.push_back({row_name(ranks, kib), mean, 1.2, Sense::max, size});
    }
  return rows;
}

} // namespace

std::vector<Measurement> resharding_measurements() {
  std::vector<Measurement> all;
  for (const int ranks : {2, 8})
    all.push_back({{row_name(ranks, kSmallKiB), row_name(ranks, kLargeKiB)},
                   [ranks] { return measured_reshards(ranks); }});
  return all;
}

} // namespace brigade::bench
