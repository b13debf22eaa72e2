#pragma once

#include "grader/launch/launch.hpp"

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace brigade::grader {

/// Reads the status board (tracer/board/) of a running launch. The ranks map the file when MPI
/// starts (environment variable BRIGADE_BOARD); `launch` makes it with make_board(), unlinks it
/// once all ranks are there, and keeps looking through this.
class BoardWatch {
public:
  /// Makes the board's file for so many ranks and maps it.
  BoardWatch(const std::filesystem::path &file, int ranks,
             std::vector<std::filesystem::path> student_sources);
  ~BoardWatch();
  BoardWatch(const BoardWatch &) = delete;
  BoardWatch &operator=(const BoardWatch &) = delete;

  /// All ranks are past MPI_Init.
  bool all_started() const;
  /// Process of each rank, 0 where it has not started. As the rank's own process namespace has it,
  /// so for display; the launch finds the processes of a sandbox by itself.
  std::vector<pid_t> processes() const;
  /// To be called often (every 20 ms). What is wrong, once it is certain; at most one of both is
  /// ever given.
  std::optional<HangReport> hung();
  std::optional<MismatchReport> mismatched();
  /// Where every rank is now: for a time limit, a crash, an exception on one rank.
  std::vector<RankState> roll_call();

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace brigade::grader
