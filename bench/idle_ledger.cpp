// Times MPI calls through the tracer, its ledger off, against the same calls past it (PMPI_*), in
// turn, between two ranks that spin. Prints JSON: what a program pays for a tracer that records
// nothing.
//
//   mpiexec -n 2 build/release/bin/bench-idle-ledger [--pairs 300] [--json FILE]

#include "clock.hpp"
#include "result.hpp"
#include "spread.hpp"

#include "brigade/tracer/ledger.hpp"
#include "brigade/tracer/wait.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <mpi.h>

#include <cstdio>
#include <string>
#include <vector>

namespace {

using namespace brigade;
using namespace brigade::bench;

/// Seconds of one call, the mean of `calls`; the ranks start together.
template <class Body> double seconds_of(int calls, Body body) {
  PMPI_Barrier(MPI_COMM_WORLD);
  const double start = now();
  for (int call = 0; call < calls; ++call)
    body();
  return (now() - start) / calls;
}

/// Rank 0's answer, on both ranks.
bool agreed(bool answer) {
  int shared = answer;
  PMPI_Bcast(&shared, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return shared != 0;
}

/// At most `pairs` times one batch each way, which way goes first in turn; at least 30, and on a
/// machine so busy that it takes longer than 5 seconds no more than that.
template <class Through, class Past>
nlohmann::json compare(int pairs, int calls, Through through, Past past) {
  std::vector<double> ratios, nanoseconds_through, nanoseconds_past;
  const double start = now();
  for (int pair = 0; pair < pairs && agreed(pair < 30 || now() - start < 5); ++pair) {
    double of_through = 0, of_past = 0;
    if (pair % 2 == 0)
      of_through = seconds_of(calls, through);
    of_past = seconds_of(calls, past);
    if (pair % 2 == 1)
      of_through = seconds_of(calls, through);
    ratios.push_back(of_through / of_past);
    nanoseconds_through.push_back(1e9 * of_through);
    nanoseconds_past.push_back(1e9 * of_past);
  }
  return {{"ratio", spread_of(ratios)},
          {"nanoseconds_through_tracer", spread_of(nanoseconds_through)},
          {"nanoseconds_past_tracer", spread_of(nanoseconds_past)},
          {"pairs", ratios.size()},
          {"calls", calls}};
}

nlohmann::json measure(int pairs, int rank) {
  const int other = 1 - rank;
  double out = 1, in = 0;
  const auto exchange = [&](auto send, auto receive) {
    if (rank == 0)
      send(&out, 1, MPI_DOUBLE, other, 0, MPI_COMM_WORLD);
    receive(&in, 1, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1)
      send(&out, 1, MPI_DOUBLE, other, 0, MPI_COMM_WORLD);
  };
  nlohmann::json result;
  result["send_recv"] = compare(
      pairs, 200, [&] { exchange(MPI_Send, MPI_Recv); }, [&] { exchange(PMPI_Send, PMPI_Recv); });
  result["allreduce"] = compare(
      pairs, 200, [&] { MPI_Allreduce(&out, &in, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); },
      [&] { PMPI_Allreduce(&out, &in, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); });
  // The call that does least shows the tracer's own time best.
  MPI_Request nothing = MPI_REQUEST_NULL;
  int done = 0;
  result["test_of_nothing"] = compare(
      pairs, 5000, [&] { MPI_Test(&nothing, &done, MPI_STATUS_IGNORE); },
      [&] { PMPI_Test(&nothing, &done, MPI_STATUS_IGNORE); });
  // Of the calls that communicate, the one that suffers more.
  const auto &first = result["send_recv"]["ratio"], &second = result["allreduce"]["ratio"];
  result["ratio"] = first["median"] > second["median"] ? first : second;
  return result;
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app{"What a program pays for a tracer that records nothing"};
  int pairs = 300;
  std::string path = "-";
  app.add_option("--pairs", pairs, "interleaved pairs")->check(CLI::PositiveNumber);
  app.add_option("--json", path, "where the result goes (- = standard output)");
  CLI11_PARSE(app, argc, argv);

  MPI_Init(&argc, &argv);
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2) {
    if (rank == 0)
      std::fprintf(stderr, "brigade: error: bench-idle-ledger runs on 2 ranks, not on %d\n", size);
    MPI_Finalize();
    return 2;
  }
  set_wait_policy(WaitPolicy::spin);
  Ledger::instance().set_on(false);
  const nlohmann::json result = measure(pairs, rank);
  if (rank == 0)
    write_result(path, result);
  MPI_Finalize();
}
