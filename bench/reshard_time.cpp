// Times device_put between shardings over one mesh against one direct exchange of the same blocks
// (runtime/reshard/block_exchange.hpp), in turn.
//
//   mpiexec -n 8 build/release/bin/bench-reshard-time --kib 64,4096

#include "rank_clock.hpp"
#include "result.hpp"
#include "spread.hpp"

#include "brigade/comm/run_main.hpp"
#include "brigade/mesh/create_device_mesh.hpp"
#include "brigade/runtime/aligned_memory.hpp"
#include "brigade/runtime/device_put.hpp"
#include "brigade/runtime/reshard/block_exchange.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace brigade;
using namespace brigade::bench;

struct Case {
  const char *name;
  PartitionSpec from, to;
};

/// Where both axes have several devices, also what moves between them.
std::vector<Case> cases(const Mesh &mesh) {
  const PartitionSpec whole = P(), rows = P(axes("x", "y")), columns = P(nullptr, axes("x", "y"));
  std::vector<Case> cases{{"rows_to_columns", rows, columns},
                          {"rows_to_whole", rows, whole},
                          {"columns_to_whole", columns, whole},
                          {"whole_to_rows", whole, rows}};
  if (mesh.axis_size("x") > 1 && mesh.axis_size("y") > 1) {
    cases.push_back({"order_of_axes", rows, P(axes("y", "x"))});
    cases.push_back({"swap_of_axes", P("x", "y"), P("y", "x")});
  }
  return cases;
}

class Bench {
public:
  explicit Bench(Runtime &runtime)
      : runtime_(runtime), world_(runtime.world()),
        mesh_(create_device_mesh({std::min<std::int64_t>(runtime.device_count(), 2),
                                  std::max<std::int64_t>(runtime.device_count() / 2, 1)}),
              {"x", "y"}) {}

  /// Of all cases, on a square array of so many KiB.
  nlohmann::json compare(int kib, int pairs);

private:
  using Way = std::function<Array(const Array &)>;

  nlohmann::json compare(const Case &each, std::int64_t side, int pairs);
  double seconds(Array &array, const Way &way, int calls);

  Runtime &runtime_;
  Group world_;
  Mesh mesh_;
};

/// Seconds of a call, the mean of a sample's. The array is rewritten before each, else it lies in
/// caches where no program would find it.
double Bench::seconds(Array &array, const Way &way, int calls) {
  double sum = 0;
  for (int call = 0; call < calls; ++call) {
    const std::span<float> shard(reinterpret_cast<float *>(array.mutable_data()),
                                 array.shard_bytes() / sizeof(float));
    for (std::size_t i = 0; i < shard.size(); ++i)
      shard[i] = static_cast<float>((i + static_cast<std::size_t>(call)) & 1023);
    barrier(world_);
    const double start = now();
    (void)way(array);
    sum += seconds_of_all(world_, start);
  }
  return sum / calls;
}

nlohmann::json Bench::compare(const Case &each, std::int64_t side, int pairs) {
  const Shape shape{side, side};
  const NamedSharding from(mesh_, each.from), to(mesh_, each.to);
  Array array = Array::empty(runtime_, shape, DType::f32, from);
  const Way put = [&](const Array &before) { return device_put(before, to); };

  const std::vector<Transfer> plan = plan_block_exchange(shape, from, to, runtime_.nodes());
  const Array after = Array::empty(runtime_, shape, DType::f32, to).in_memory(nullptr);
  const RecycledMemory memory(1);
  const Way exchange = [&](const Array &before) {
    Array result = after.in_memory(memory.allocate(after.shard_bytes()));
    exchange_blocks(before, result, plan);
    return result;
  };

  constexpr int kMostCalls = 20;
  int put_calls = 1, exchange_calls = 1;
  for (int turn = 0; turn < 2; ++turn) { // at first pages are faulted in, and ways planned
    put_calls = calls_of_a_millisecond(world_, seconds(array, put, put_calls), kMostCalls);
    exchange_calls =
        calls_of_a_millisecond(world_, seconds(array, exchange, exchange_calls), kMostCalls);
  }
  std::vector<double> put_us, exchange_us, ratios;
  for (int pair = 0; pair < pairs; ++pair) { // which goes first in turn
    if (pair % 2 == 0)
      put_us.push_back(1e6 * seconds(array, put, put_calls));
    exchange_us.push_back(1e6 * seconds(array, exchange, exchange_calls));
    if (pair % 2 == 1)
      put_us.push_back(1e6 * seconds(array, put, put_calls));
    ratios.push_back(put_us.back() / exchange_us.back());
  }
  return {{"case", each.name},
          {"pairs", pairs},
          {"device_put_us", spread_of(put_us)},
          {"exchange_us", spread_of(exchange_us)},
          {"ratio", spread_of(ratios)}};
}

nlohmann::json Bench::compare(int kib, int pairs) {
  const auto side = static_cast<std::int64_t>(std::lround(std::sqrt(kib * 256)));
  nlohmann::json list = nlohmann::json::array();
  for (const Case &each : cases(mesh_))
    list.push_back(compare(each, side, pairs));
  return {{"kib", kib}, {"cases", list}};
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app("Times device_put against a direct exchange of blocks");
  int pairs = 31;
  std::vector<int> sizes{64, 4096};
  std::string path = "-";
  app.add_option("--pairs", pairs, "interleaved pairs of samples for each number")
      ->check(CLI::PositiveNumber);
  app.add_option("--kib", sizes, "sizes of the whole array")
      ->delimiter(',')
      ->check(CLI::Range(1, 1 << 20));
  app.add_option("--json", path, "where the result goes (- = standard output)");
  CLI11_PARSE(app, argc, argv);

  return run_main(argc, argv, [&](Runtime &runtime) {
    Bench bench(runtime);
    nlohmann::json report{{"ranks", runtime.device_count()},
                          {"cores", runtime.cores()},
                          {"sizes", nlohmann::json::array()}};
    for (const int kib : sizes)
      report["sizes"].push_back(bench.compare(kib, pairs));
    if (runtime.rank() == 0)
      write_result(path, report);
  });
}
