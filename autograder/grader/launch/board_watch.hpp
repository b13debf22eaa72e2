#pragma once

#include "grader/launch/launch.hpp"

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace brigade::grader {

/// Reads the status board (tracer/board/) of a running launch. The ranks map the file when MPI
/// starts (environment variable BRIGADE_BOARD); this makes it, `launch` unlinks it once all ranks
/// are there, and keeps looking through this.
class BoardWatch {
public:
  /// Makes the board's file for so many ranks, readable and writable for everybody, and maps it.
  /// Throws MachineError where it cannot.
  /// @param program for the lines; compiled with -g1
  BoardWatch(const std::filesystem::path &file, int ranks, const std::filesystem::path &program,
             std::vector<std::filesystem::path> student_sources);
  ~BoardWatch();
  BoardWatch(const BoardWatch &) = delete;
  BoardWatch &operator=(const BoardWatch &) = delete;

  /// All ranks are past MPI_Init.
  bool all_started() const;
  /// Process of each rank in this process's namespace, also of one that has ended since it was
  /// seen; 0 where it has not started.
  std::vector<pid_t> processes() const;

  // To be called often (every 20 ms). What is wrong, once it is certain; at most one of the three
  // is ever given, and from then on always the same.
  /// An MPI function has failed on a rank: MPI's words, its call and line.
  std::optional<CrashReport> failed();
  /// Calls that do not fit each other, or a call that breaks MPI's rules.
  std::optional<MismatchReport> mismatched();
  /// Nobody can get on. About a second after the last progress; never while a rank computes.
  std::optional<HangReport> hung();

  /// Where every rank is now: for a time limit, a crash, an exception on one rank. Asks ranks that
  /// compute for their line, so it takes up to 0.1 s.
  std::vector<RankState> roll_call();
  /// The same in words, for what has happened to `rank`: "Rank 1 threw 'bad input' while ranks 0
  /// and 2 wait in MPI_Allreduce on world (ring.cpp:12)." Empty `what`: it has ended.
  std::string while_others(int rank, const std::string &what);
  /// How a launch ended that ended by itself, before its end: "Rank 1 ended before MPI_Finalize
  /// while ranks 0 and 2 waited in MPI_Allreduce on comm (ring.cpp:12)." Empty where all ranks
  /// called MPI_Finalize.
  std::string ended_early();
  /// What costs no points: a communicator that was never freed. After all ranks have ended.
  std::vector<std::string> notes();
  /// A text of the program's with "ring.cpp:31" in place of each address.
  std::string with_places(const std::string &text);

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace brigade::grader
