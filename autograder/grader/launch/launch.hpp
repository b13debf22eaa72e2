#pragma once

#include "grader/launch/rank_state.hpp"
#include "grader/manifest/exercise.hpp"
#include "grader/sandbox/sandbox_level.hpp"
#include "grader/workshop/workshop.hpp"
#include "records/record.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace brigade::grader {

enum class LaunchEnd {
  complete,  ///< every rank wrote its completion record
  exception, ///< a rank threw; the records say which and what
  mismatch,
  hung,
  crashed,    ///< a signal, an MPI error, MPI_Abort
  exited,     ///< a rank ended before its completion record (exit(0), _exit(0), MPI_Abort(comm, 0))
  over_limit, ///< time, memory, output, files, processes
  start_failed, ///< not past MPI_Init within Limits::start_seconds: a grader fault
  interrupted   ///< by SIGINT (Ctrl-C), SIGTERM or SIGHUP
};

struct LaunchResult {
  LaunchEnd end = LaunchEnd::start_failed;
  std::vector<records::RankRecords> ranks; ///< by world rank; what there is of them
  std::optional<HangReport> hang;
  std::optional<MismatchReport> mismatch;
  std::optional<CrashReport> crash;
  int signal = 0;                 ///< interrupted: by which
  std::string limit;              ///< over_limit: "memory: 1.2 GB of 1 GB" and the like, a sentence
  bool took_all_its_time = false; ///< over_limit: it was that of time
  std::vector<SourceLine> stopped_at; ///< over_limit, without ranks: innermost first
  std::string reason;             ///< start_failed, exited, exception: a sentence
  std::string output;             ///< the end of what it printed, labelled by rank
  double seconds = 0;             ///< since all ranks were past MPI_Init
  int processes_killed = 0;       ///< that outlived it
  std::vector<std::string> notes; ///< that cost no points: a communicator that was never freed
  std::string token;              ///< with which the records were written
  std::vector<std::string>
      record_files; ///< by rank, as they were written: what is kept of a solution

  /// Has every rank come to its end?
  bool all_ranks_complete() const;
};

struct LaunchRequest {
  const Program *program = nullptr;
  int ranks = 0;          ///< 0: a pure exercise, no mpiexec
  std::vector<int> sizes; ///< of a pure exercise: each TEST is run for each
  std::uint64_t seed = 0;
  std::vector<std::string> tests; ///< full names; empty: all
  bool synchronous_sends = false;
  std::optional<std::uint64_t> chaos;  ///< seed of random delays at MPI calls
  std::filesystem::path shared_folder; ///< Trial::shared_folder() lies in it
  Limits limits;
};

/// Runs a trial program until it ends, hangs or passes a limit; then nothing that it started is
/// left, in processes, files or shared memory. Throws MachineError if there is no mpiexec.
LaunchResult launch(const LaunchRequest &request, SandboxLevel sandbox);

} // namespace brigade::grader
