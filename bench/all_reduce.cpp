// Times all_reduce against the MPI library's blocking MPI_Allreduce on the same ranks, and how much
// ranks that wait in a collective slow down the one that computes.
//
//   mpiexec -n 8 build/release/bin/bench-all-reduce --bytes 1024,4194304 --memory arena

#include "rank_clock.hpp"
#include "result.hpp"
#include "spread.hpp"

#include "brigade/comm/collectives.hpp"
#include "brigade/comm/run_main.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace brigade;
using namespace brigade::bench;

/// One contender: where its data lies, and its call.
struct Contender {
  std::span<float> data;
  std::function<void(std::span<float>)> call;
  int calls = 1; ///< of one sample
};

class Bench {
public:
  explicit Bench(Runtime &runtime, Algorithm algorithm)
      : runtime_(runtime), world_(runtime.world()), algorithm_(algorithm) {}

  /// Our all_reduce and MPI's in turns, on `bytes` of floats. The ratio says how many times faster
  /// ours is.
  nlohmann::json compare(std::size_t bytes, bool arena, int pairs);
  /// The time of a rank that computes while the others wait for it, over its time while they sleep.
  nlohmann::json waiting(int pairs);

private:
  double seconds(const Contender &contender);

  Runtime &runtime_;
  Group world_;
  Algorithm algorithm_;
};

/// Seconds of a call, the mean of a sample's. The data is rewritten before each call, else it lies
/// in caches where no training step would find it. Calls on little data are timed as one loop,
/// rewriting included, since a look at the clock would cost as much as they do.
double Bench::seconds(const Contender &contender) {
  const auto rewrite = [&](int turn) {
    for (std::size_t i = 0; i < contender.data.size(); ++i)
      contender.data[i] = static_cast<float>((i + static_cast<std::size_t>(turn)) & 1023);
  };
  constexpr std::size_t kLittle = 1024;
  if (contender.data.size_bytes() <= kLittle) {
    barrier(world_);
    const double start = now();
    for (int turn = 0; turn < contender.calls; ++turn) {
      rewrite(turn);
      contender.call(contender.data);
    }
    return seconds_of_all(world_, start) / contender.calls;
  }
  double sum = 0;
  for (int turn = 0; turn < contender.calls; ++turn) {
    rewrite(turn);
    barrier(world_);
    const double start = now();
    contender.call(contender.data);
    sum += seconds_of_all(world_, start);
  }
  return sum / contender.calls;
}

nlohmann::json Bench::compare(std::size_t bytes, bool arena, int pairs) {
  const std::size_t count = bytes / sizeof(float);
  std::vector<float> ordinary(arena ? 0 : count), of_mpi(count);
  const std::span<float> data =
      arena ? std::span(static_cast<float *>(runtime_.allocate_shared(bytes)), count)
            : std::span(ordinary);
  Contender ours{data, [this](std::span<float> values) {
                   all_reduce(world_, values, ReduceOp::sum, algorithm_);
                 }};
  Contender mpi{of_mpi, [](std::span<float> values) {
                  PMPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()),
                                 MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
                }};
  for (Contender *contender : {&ours, &mpi}) {
    seconds(*contender); // faults pages in, makes the library's connections
    contender->calls = calls_of_a_millisecond(world_, seconds(*contender), 1000);
  }
  std::vector<double> ours_us, mpi_us, ratios;
  for (int pair = 0; pair < pairs; ++pair) {
    ours_us.push_back(1e6 * seconds(ours));
    mpi_us.push_back(1e6 * seconds(mpi));
    ratios.push_back(mpi_us.back() / ours_us.back());
  }
  return {{"bytes", bytes},
          {"memory", arena ? "arena" : "ordinary"},
          {"pairs", pairs},
          {"ours_us", spread_of(ours_us)},
          {"mpi_us", spread_of(mpi_us)},
          {"ratio", spread_of(ratios)}};
}

/// About 40 ms of arithmetic in the first cache. @return milliseconds.
double compute() {
  const double start = now();
  std::vector<float> values(64);
  std::iota(values.begin(), values.end(), 0.0F);
  for (int round = 0; round < 15'000'000; ++round)
    for (float &value : values)
      value = value * 0.999F + 0.5F;
  volatile float kept = std::reduce(values.begin(), values.end());
  (void)kept;
  return 1e3 * (now() - start);
}

nlohmann::json Bench::waiting(int pairs) {
  std::vector<double> alone_ms, waited_for_ms, ratios;
  std::vector<float> one{1};
  compute();
  for (int pair = 0; pair < pairs; ++pair) {
    double alone = 0, waited_for = 0;
    barrier(world_);
    if (world_.rank() == 0)
      alone = compute();
    else
      std::this_thread::sleep_for(std::chrono::milliseconds(150)); // longer than that takes
    barrier(world_);
    if (world_.rank() == 0)
      waited_for = compute();
    all_reduce(world_, std::span(one), ReduceOp::max, algorithm_);
    alone_ms.push_back(alone);
    waited_for_ms.push_back(waited_for);
    ratios.push_back(waited_for / alone);
  }
  return {{"pairs", pairs},
          {"alone_ms", spread_of(alone_ms)},
          {"waited_for_ms", spread_of(waited_for_ms)},
          {"ratio", spread_of(ratios)}};
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app("Times all_reduce against MPI_Allreduce");
  int pairs = 31;
  std::vector<std::size_t> sizes{4, 64, 1 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20};
  std::vector<std::string> memories{"arena", "ordinary"};
  std::string algorithm = "automatic";
  bool waiting = true;
  const std::map<std::string, Algorithm> algorithms{
      {"automatic", Algorithm::automatic},
      {"plain", Algorithm::plain},
      {"recursive_doubling", Algorithm::recursive_doubling},
      {"ring", Algorithm::ring},
      {"window", Algorithm::window}};
  app.add_option("--pairs", pairs, "interleaved pairs of samples for each number")
      ->check(CLI::PositiveNumber);
  app.add_option("--bytes", sizes, "sizes of the data, multiples of 4")
      ->delimiter(',')
      ->check(CLI::PositiveNumber);
  app.add_option("--memory", memories, "arena, ordinary or both")
      ->delimiter(',')
      ->check(CLI::IsMember({"arena", "ordinary"}));
  app.add_option("--algorithm", algorithm, "of our all_reduce")->check(CLI::IsMember(algorithms));
  app.add_flag("--waiting,!--no-waiting", waiting,
               "measure how waiting ranks slow down a computing one");
  std::string path = "-";
  app.add_option("--json", path, "where the result goes (- = standard output)");
  CLI11_PARSE(app, argc, argv);

  return run_main(argc, argv, [&](Runtime &runtime) {
    Bench bench(runtime, algorithms.at(algorithm));
    nlohmann::json report{{"ranks", runtime.device_count()},
                          {"cores", runtime.cores()},
                          {"algorithm", algorithm},
                          {"sizes", nlohmann::json::array()}};
    for (const std::string &memory : memories)
      for (std::size_t bytes : sizes)
        report["sizes"].push_back(bench.compare(bytes, memory == "arena", pairs));
    if (waiting)
      report["waiting"] = bench.waiting(pairs);
    if (runtime.rank() == 0)
      write_result(path, report);
  });
}
