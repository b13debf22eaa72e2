#include "job.hpp"
#include "rows.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace brigade::bench {
namespace {

using nlohmann::json;

constexpr int kKiB = 1024, kMiB = 1024 * 1024;

const json &entry_of(const json &result, int bytes, const std::string &memory) {
  for (const json &entry : result.at("sizes"))
    if (entry.at("bytes") == bytes && entry.at("memory") == memory)
      return entry;
  throw Error(
      fmt::format("bench-all-reduce measured nothing for {} bytes in {} memory", bytes, memory));
}

/// How many times faster than the blocking call of the MPI library.
double speed_up(const json &entry) { return entry.at("ratio").at("median"); }

/// More ranks than cores: the library's blocking call spins on cores that other ranks need.
std::vector<Row> eight_ranks() {
  const json result = run_job("bench-all-reduce", 8, {"--bytes", "1024,4194304", "--pairs", "30"});
  const json ring = run_job("bench-all-reduce", 8,
                            {"--bytes", "4194304", "--pairs", "30", "--algorithm", "ring",
                             "--memory", "ordinary", "--no-waiting"});
  const json &small = entry_of(result, kKiB, "ordinary");
  const json &large = entry_of(result, 4 * kMiB, "arena");
  const json &by_ring = entry_of(ring, 4 * kMiB, "ordinary");
  const json &waiting = result.at("waiting");
  return {{"all_reduce.8_ranks.1_KiB", speed_up(small), 100, Sense::min, small},
          {"all_reduce.8_ranks.4_MiB", speed_up(large), 15, Sense::min, large},
          {"all_reduce.8_ranks.4_MiB.ring", speed_up(by_ring), 6, Sense::min, by_ring},
          {"waiting.slowdown_of_a_computing_rank", waiting.at("ratio").at("median"), 1.6,
           Sense::max, waiting}};
}

/// A core for each rank: the library's own call at its best.
std::vector<Row> two_ranks() {
  const json result = run_job("bench-all-reduce", 2, {"--pairs", "41", "--no-waiting"});
  double slowest = 0;
  json figures = json::array();
  for (const json &entry : result.at("sizes")) {
    slowest = std::max(slowest, 1 / speed_up(entry));
    figures.push_back(entry);
  }
  const json &large = entry_of(result, 4 * kMiB, "arena");
  return {{"all_reduce.2_ranks.slowest_size", slowest, 1.1, Sense::max, {{"sizes", figures}}},
          {"all_reduce.2_ranks.4_MiB", speed_up(large), 1.2, Sense::min, large}};
}

} // namespace

std::vector<Measurement> collective_measurements() {
  return {{{"all_reduce.8_ranks.1_KiB", "all_reduce.8_ranks.4_MiB", "all_reduce.8_ranks.4_MiB.ring",
            "waiting.slowdown_of_a_computing_rank"},
           eight_ranks},
          {{"all_reduce.2_ranks.slowest_size", "all_reduce.2_ranks.4_MiB"}, two_ranks}};
}

} // namespace brigade::bench
