// Times all_reduce through shared memory against the MPI library's blocking MPI_Allreduce on the
// same ranks, and how much ranks that wait in a collective slow down the one that computes. Prints
// JSON.
//
//   mpiexec -n 8 build/release/bin/bench-all-reduce [--pairs 30] [--bytes 1024,4194304] [--memory
//   arena]

#include "brigade/comm/shared_all_reduce.hpp"
#include "brigade/comm/shared_barrier.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <iostream>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace {

using namespace brigade;

double now() {
  // The same clock on all processes of a machine, so start and end of different ranks compare.
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

nlohmann::json spread_of(std::vector<double> values) {
  std::ranges::sort(values);
  return {{"median", values[values.size() / 2]}, {"min", values.front()}, {"max", values.back()}};
}

struct Span {
  double start, end;
};

class Bench {
public:
  Bench(SharedWindow &window, const SharedGroup &world) : window_(window), world_(world) {
    auto *own = static_cast<Span *>(window.allocate(sizeof(Span)));
    const SharedPlace place = window.place_in_arena(own, sizeof(Span));
    const Signature signature(SharedKind::all_gather, 0, 0);
    world.post(signature, place);
    world.receive(signature, place);
    for (SharedPlace of_member : world.places())
      spans_.push_back(reinterpret_cast<Span *>(window.address_of(of_member)));
  }

  /// Seconds of one call, on rank 0: from when the first rank began to when the last one was done,
  /// the mean of `calls`. The inputs are rewritten before each call, else they stay in caches where
  /// no training step would find them. For less than a microsecond's worth of bytes, the calls are
  /// timed as one loop.
  double seconds(std::vector<float *> data, std::size_t count, int calls,
                 const std::function<void(float *)> &call) {
    double sum = 0;
    const auto rewrite = [&](int turn) {
      for (float *values : data)
        for (std::size_t i = 0; i < count; ++i)
          values[i] = static_cast<float>((i + static_cast<std::size_t>(turn)) & 1023);
    };
    if (count <= 256) {
      shared_barrier(world_);
      const double start = now();
      for (int turn = 0; turn < calls; ++turn) {
        rewrite(turn);
        call(data[0]);
      }
      return whole({start, now()}) / calls;
    }
    for (int turn = 0; turn < calls; ++turn) {
      rewrite(turn);
      shared_barrier(world_);
      const double start = now();
      call(data[0]);
      sum += whole({start, now()});
    }
    return sum / calls;
  }

  nlohmann::json compare(std::size_t bytes, bool arena, int pairs);
  nlohmann::json slowdown(int pairs);

private:
  double whole(Span own) {
    *spans_[static_cast<std::size_t>(world_.rank())] = own;
    shared_barrier(world_);
    double start = own.start, end = own.end;
    for (const Span *span : spans_) {
      start = std::min(start, span->start);
      end = std::max(end, span->end);
    }
    shared_barrier(world_);
    return end - start;
  }
  /// As many calls as fill a millisecond, the same on all ranks.
  int calls_for(double seconds) {
    int calls = std::clamp(static_cast<int>(1e-3 / seconds), 1, 1000);
    shared_all_reduce(world_, &calls, 1, DType::i32, ReduceOp::max);
    return calls;
  }

  SharedWindow &window_;
  const SharedGroup &world_;
  std::vector<Span *> spans_;
};

nlohmann::json Bench::compare(std::size_t bytes, bool arena, int pairs) {
  const std::size_t count = bytes / sizeof(float);
  std::vector<float> ordinary(count), for_mpi(count);
  float *ours = arena ? static_cast<float *>(window_.allocate(bytes)) : ordinary.data();
  const auto call_ours = [&](float *data) {
    shared_all_reduce(world_, data, count, DType::f32, ReduceOp::sum);
  };
  const auto call_mpi = [&](float *data) {
    PMPI_Allreduce(MPI_IN_PLACE, data, static_cast<int>(count), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
  };
  // The first calls also fault pages in and make the library's connections.
  seconds({ours}, count, 2, call_ours);
  seconds({for_mpi.data()}, count, 2, call_mpi);
  const int our_calls = calls_for(seconds({ours}, count, 3, call_ours));
  const int mpi_calls = calls_for(seconds({for_mpi.data()}, count, 1, call_mpi));
  std::vector<double> our_us, mpi_us, ratios;
  for (int pair = 0; pair < pairs; ++pair) {
    our_us.push_back(1e6 * seconds({ours}, count, our_calls, call_ours));
    mpi_us.push_back(1e6 * seconds({for_mpi.data()}, count, mpi_calls, call_mpi));
    ratios.push_back(mpi_us.back() / our_us.back());
  }
  return {{"bytes", bytes},
          {"memory", arena ? "arena" : "ordinary"},
          {"pairs", pairs},
          {"ours_us", spread_of(our_us)},
          {"mpi_us", spread_of(mpi_us)},
          {"ratio", spread_of(ratios)}};
}

/// About 30 ms of arithmetic that stays in registers. @return seconds.
double compute() {
  const double start = now();
  volatile float sink;
  float values[64];
  std::iota(values, values + 64, 0.0F);
  for (int round = 0; round < 15'000'000; ++round)
    for (float &value : values)
      value = value * 0.999F + 0.5F;
  sink = values[0] + values[63];
  (void)sink;
  return now() - start;
}

nlohmann::json Bench::slowdown(int pairs) {
  std::vector<double> alone_ms, waited_for_ms, ratios;
  float one = 1;
  const auto all_reduce_one = [&] {
    shared_all_reduce(world_, &one, 1, DType::f32, ReduceOp::max);
  };
  const bool computes = world_.rank() == 0;
  compute();
  for (int pair = 0; pair < pairs; ++pair) {
    // Alone: the others sleep for longer than it takes.
    shared_barrier(world_);
    if (computes)
      alone_ms.push_back(1e3 * compute());
    else
      ::usleep(150'000);
    shared_barrier(world_);
    if (computes)
      waited_for_ms.push_back(1e3 * compute());
    all_reduce_one();
    if (computes)
      ratios.push_back(waited_for_ms.back() / alone_ms.back());
  }
  if (!computes)
    return {};
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
  bool waiting = true;
  app.add_option("--pairs", pairs, "interleaved pairs of measurements for each number")
      ->check(CLI::PositiveNumber);
  app.add_option("--bytes", sizes, "sizes of the data")->delimiter(',');
  app.add_option("--memory", memories, "arena, ordinary or both")
      ->delimiter(',')
      ->check(CLI::IsMember({"arena", "ordinary"}));
  app.add_flag("--waiting,!--no-waiting", waiting,
               "measure how waiting ranks slow down a computing one");
  CLI11_PARSE(app, argc, argv);

  MPI_Init(&argc, &argv);
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  std::vector<int> all(static_cast<std::size_t>(ranks));
  std::iota(all.begin(), all.end(), 0);
  std::string failure;
  auto window = SharedWindow::create(MPI_COMM_WORLD, all, 1, &failure);
  if (!window)
    throw std::runtime_error(failure);
  const SharedGroup world(*window, all);
  Bench bench(*window, world);
  nlohmann::json report{{"ranks", ranks}, {"sizes", nlohmann::json::array()}};
  for (const std::string &memory : memories)
    for (std::size_t bytes : sizes)
      report["sizes"].push_back(bench.compare(bytes, memory == "arena", pairs));
  if (waiting)
    report["waiting"] = bench.slowdown(pairs);
  if (world.rank() == 0)
    std::cout << report.dump(1) << '\n';
  MPI_Finalize();
}
