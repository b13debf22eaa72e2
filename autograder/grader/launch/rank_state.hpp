#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// What is told of the ranks of a launch that went wrong.
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
  /// stopped: by a signal, while other ranks are not.
  enum class Kind { in_call, polling, computing, asleep, stopped, gone } kind = Kind::gone;
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

} // namespace brigade::grader
