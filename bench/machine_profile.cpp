// Measures the machine's profile, of which plans' modelled times are made
// (docs/machine-profiles.md). All ranks do everything at the same time, as they do in a program.
//
//   mpiexec -n 8 build/release/bin/bench-machine-profile --name mine --json mine.json

#include "clock.hpp"
#include "result.hpp"
#include "spread.hpp"

#include "brigade/comm/collectives.hpp"
#include "brigade/comm/run_main.hpp"
#include "brigade/core/error.hpp"
#include "brigade/gspmd/profile_file.hpp"
#include "brigade/runtime/kernels/gemm.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace brigade;
using namespace brigade::bench;

constexpr int kSamples = 15;

class Meter {
public:
  explicit Meter(Runtime &runtime) : world_(runtime.world()) {}

  /// Median over samples of the seconds of the slowest rank.
  double seconds(const std::function<void()> &work, int calls = 1) const {
    work(); // pages, threads, connections
    std::vector<double> samples;
    for (int i = 0; i < kSamples; ++i) {
      barrier(world_);
      const double start = now();
      for (int call = 0; call < calls; ++call)
        work();
      std::vector<double> slowest{(now() - start) / calls};
      all_reduce(world_, std::span(slowest), ReduceOp::max);
      samples.push_back(slowest[0]);
    }
    return median(samples);
  }

private:
  Group world_;
};

double flops_per_second(const Meter &meter) {
  constexpr std::int64_t kSize = 512;
  const std::vector<float> left(kSize * kSize, 0.5F), right(kSize * kSize, 0.25F);
  std::vector<float> product(kSize * kSize);
  const double seconds = meter.seconds([&] {
    gemm<float>(kSize, kSize, kSize, {left.data(), false, kSize}, {right.data(), false, kSize},
                product.data());
  });
  return 2.0 * kSize * kSize * kSize / seconds;
}

/// Two values are read and one is written, of arrays that no cache holds.
double memory_bytes_per_second(const Meter &meter) {
  constexpr std::size_t kCount = 8 << 20;
  const std::vector<float> a(kCount, 1), b(kCount, 2);
  std::vector<float> sum(kCount);
  const double seconds = meter.seconds([&] {
    for (std::size_t i = 0; i < kCount; ++i)
      sum[i] = a[i] + 0.5F * b[i];
  });
  return 3.0 * kCount * sizeof(float) / seconds;
}

/// The latency and the time of a byte with which the model of an all_reduce in a ring, 2(p-1)·α +
/// 2(p-1)/p·n·β, says what a short and a long one take.
LinkProfile link(const Meter &meter, const Group &group) {
  constexpr std::size_t kBytes = 4 << 20;
  std::vector<float> data(kBytes / sizeof(float), 1);
  const auto reduce = [&](std::size_t count) {
    return [&group, &data, count] { all_reduce(group, std::span(data).first(count)); };
  };
  const double brief = meter.seconds(reduce(1), 100), lengthy = meter.seconds(reduce(data.size()));
  const double p = group.size(), times = 2 * (p - 1);
  return {.latency = brief / times,
          .seconds_per_byte = std::max(lengthy - brief, 0.0) * p / (times * kBytes)};
}

MachineProfile measured(Runtime &runtime, const std::string &name) {
  const Meter meter(runtime);
  const int node_count = std::ranges::max(runtime.nodes()) + 1, ranks = runtime.device_count();
  const int per_node = ranks / node_count;
  for (int rank = 0; rank < ranks; ++rank)
    if (runtime.nodes()[static_cast<std::size_t>(rank)] != rank / per_node)
      throw InputError(fmt::format("a profile is measured on nodes of equally many consecutive "
                                   "ranks; rank {} is on node {}",
                                   rank, runtime.nodes()[static_cast<std::size_t>(rank)]));
  const Mesh mesh(DeviceGrid({node_count, per_node}), {"node", "rank"});
  const auto along = [&](const char *axis) { return link(meter, runtime.group(mesh, {axis})); };
  MachineProfile profile{.name = name,
                         .flops_per_second = flops_per_second(meter),
                         .bytes_per_second = memory_bytes_per_second(meter),
                         .inside = {},
                         .between = {},
                         .devices_per_node = node_count == 1 ? 0 : per_node};
  // Of one rank a node, or one node, there is only one kind of link.
  profile.inside = along(per_node > 1 ? "rank" : "node");
  profile.inside.overlaps = per_node == 1; // inside a node, messages are copies
  profile.between = node_count > 1 ? along("node") : profile.inside;
  return profile;
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app("Measures a machine profile");
  std::string name = "measured", path = "-";
  app.add_option("--name", name, "that the profile has");
  app.add_option("--json", path, "where the profile goes (- = standard output)");
  CLI11_PARSE(app, argc, argv);
  return run_main(argc, argv, [&](Runtime &runtime) {
    if (runtime.device_count() < 2)
      throw InputError("links are measured between ranks; run on two or more: mpiexec -n 2");
    set_blas_threads(1, runtime.ranks_on_this_node(), runtime.cores());
    const std::string text = profile_text(measured(runtime, name));
    if (runtime.rank() == 0)
      write_result(path, nlohmann::ordered_json::parse(text));
  });
}
