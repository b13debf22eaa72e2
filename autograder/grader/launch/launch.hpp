#pragma once

#include "grader/manifest/exercise.hpp"
#include "grader/workshop/workshop.hpp"
#include "records/record.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace brigade::grader {

/// A line of a student's source.
struct SourceLine {
  std::string file; ///< "roll_call.cpp"
  int line = 0;
  std::string function;
};

/// What one rank was doing when the launch was found hung, or when another rank failed.
struct RankState {
  int rank = 0; ///< as the trial's communicator counts it; of one outside of it, in the world
  enum class Kind { in_call, polling, computing, asleep, gone } kind = Kind::gone;
  std::string call;         ///< "MPI_Allreduce", "" when in none
  std::string communicator; ///< as mesh axes or name, with its ranks
  std::string waits_for;    ///< "rank 2, tag 7", "ranks 0 1 3", empty
  std::vector<int> waits_for_ranks;
  std::vector<SourceLine> lines; ///< of the student, innermost first
  std::int64_t calls_completed = 0;
  bool is_outside = false; ///< of the trial's communicator
};

struct HangReport {
  std::string sentence; ///< "Ranks 0 and 2 wait in MPI_Allreduce for rank 1, which is in MPI_Recv
                        ///< from rank 0."
  std::string cause;    ///< likely
  std::vector<RankState> ranks; ///< the roll call
  std::vector<int> cycle;       ///< ranks that wait for each other in a ring, or empty
};

/// Calls that do not fit, found by the board's signatures before the launch hung or gave a wrong
/// answer.
struct MismatchReport {
  std::string sentence; ///< "Rank 2 calls MPI_Reduce where ranks 0 1 3 call MPI_Allreduce
                        ///< (collective number 2 of comm)."
  std::string cause;
  std::vector<RankState> ranks;
};

struct CrashReport {
  int rank = -1;        ///< as in a RankState
  int signal = 0;       ///< 0: an MPI error or an abort
  std::string sentence; ///< "Rank 1: segmentation fault (signal 11)" or MPI's words
  std::vector<SourceLine> stack;
  std::string cause{}; ///< likely: "A null pointer was used …"
};

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
  std::string reason;             ///< start_failed, exited, exception: a sentence
  std::string output;             ///< the end of what it printed, labelled by rank
  double seconds = 0;             ///< since all ranks were past MPI_Init
  int processes_killed = 0;       ///< that outlived it
  std::vector<std::string> notes; ///< that cost no points: a communicator that was never freed
  std::string token;              ///< with which the records were written
  std::vector<std::string>
      record_files; ///< by rank, as they were written: what is kept of a solution
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

/// How a launch is held: see sandbox/sandbox.hpp for the levels.
enum class SandboxLevel { bwrap_other_uid, bwrap, other_uid, none };

/// Runs a trial program until it ends, hangs or passes a limit; then nothing that it started is
/// left, in processes, files or shared memory. Throws MachineError if there is no mpiexec.
LaunchResult launch(const LaunchRequest &request, SandboxLevel sandbox);

} // namespace brigade::grader
