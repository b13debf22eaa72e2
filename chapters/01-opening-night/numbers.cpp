// Computes what the chapter's text says: see chapters/CMakeLists.txt.
#include "exercises/01-opening-night/shard-interval/solution.cpp"
#include "exercises/01-opening-night/speed-up/solution.cpp"

#include "brigade/tracer/traffic_formula.hpp"

#include <fmt/format.h>
#include <xtensor/xtensor.hpp>

#include <cstddef>
#include <string_view>

namespace {

void print(std::string_view key, double value, int digits) {
  fmt::print("{} {:.{}f}\n", key, value, digits);
}

void print(std::string_view key, std::int64_t value) { fmt::print("{} {}\n", key, value); }

void print_intervals() {
  for (std::int64_t device = 0; device < 3; ++device) {
    const kitchen::Interval block = kitchen::shard_interval(10, 3, device);
    print(fmt::format("begin-{}", device), block.begin);
    print(fmt::format("end-{}", device), block.end);
  }
  for (std::int64_t device = 0; device < 5; ++device) {
    const kitchen::Interval block = kitchen::shard_interval(3, 5, device);
    print(fmt::format("three-on-five-{}", device), block.end - block.begin);
  }
}

void print_amdahl() {
  for (const std::int64_t n : {8, 64, 512})
    print(fmt::format("amdahl-99-{}", n), kitchen::amdahl_speed_up(0.99, n), 1);
  print("amdahl-99-limit", 1 / (1 - 0.99), 0);
  print("amdahl-90-4", kitchen::amdahl_speed_up(0.9, 4), 2);
  const double part = kitchen::implied_parallel_part(50, 64);
  print("implied-part", part, 4);
  print("implied-percent", 100 * part, 2);
  print("implied-serial-percent", 100 * (1 - part), 2);
  print("implied-limit", 1 / (1 - part), 0);
  print("implied-512", kitchen::amdahl_speed_up(part, 512), 0);
  print("efficiency-50-64", 100.0 * 50 / 64, 0);
}

void print_time_model() {
  const kitchen::TimeModel model{100, 1};
  const std::int64_t best = kitchen::one_more_rank_helps_up_to(model) + 1;
  print("helps-up-to", best - 1);
  print("best", best);
  for (const std::int64_t n : {2, 9, 10, 11, 64})
    print(fmt::format("time-{}", n), kitchen::parallel_time(model, n), n < 9 || n == 10 ? 0 : 2);
  print("best-speed-up", 100 / kitchen::parallel_time(model, best), 2);
  print("time-512", kitchen::parallel_time(model, 512), 1);
}

void print_ratios() {
  // A square matrix product of size k: 2k^3 operations on 3k^2 numbers.
  for (const double k : {10.0, 1000.0})
    print(fmt::format("ratio-{:.0f}", k), 2 * k * k * k / (3 * k * k), k < 100 ? 1 : 0);
}

void print_traffic() {
  const std::int64_t bytes = 64;
  print("scatter-sends", brigade::traffic::scatter(96, 24, true));
  print("broadcast-sends", brigade::traffic::broadcast(bytes, 4, true));
  print("all-gather-sends", brigade::traffic::all_gather(bytes / 4, 4));
  print("reduce-scatter-sends", brigade::traffic::reduce_scatter(bytes, bytes / 4));
  print("all-reduce-sends", brigade::traffic::reduce_scatter(bytes, bytes / 4) +
                                brigade::traffic::all_gather(bytes / 4, 4));
}

void print_array() {
  fmt::print("[array]\n");
  // [xtensor]
  const std::size_t rows = 2, columns = 3;
  auto plates = xt::xtensor<double, 2>::from_shape({rows, columns});
  for (std::size_t i = 0; i < plates.shape(0); ++i)   // shape(0): how many rows
    for (std::size_t j = 0; j < plates.shape(1); ++j) // shape(1): how many columns
      plates(i, j) = static_cast<double>(10 * i + j);

  const double *first = plates.data(); // where the elements lie
  fmt::print("{} elements; (1, 2) is {} and lies at {}\n", plates.size(), plates(1, 2),
             &plates(1, 2) - first);
  // [xtensor]
  fmt::print("[/array]\n");
}

} // namespace

int main() {
  print_intervals();
  print_amdahl();
  print_time_model();
  print_ratios();
  print_traffic();
  print_array();
  return 0;
}
