#pragma once

#include "grader/launch/launch.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace brigade::testing {

/// What became of a run of mpi_errors_program under the eyes of a BoardWatch.
struct Watched {
  std::optional<grader::HangReport> hang;
  std::optional<grader::MismatchReport> mismatch;
  std::optional<grader::CrashReport> crash;
  std::vector<std::string> notes;
  std::string ended_early;
  bool ended = false;                       ///< by itself
  int status = -1;                          ///< then: what mpiexec ended with
  double seconds = 0;                       ///< since all ranks had started
  std::vector<grader::RankState> roll_call; ///< at the end of the time limit
  std::string text() const;                 ///< all of it, for messages
};

struct RunOptions {
  bool synchronous = false;
  std::optional<int> chaos = std::nullopt;
  double limit = 60; ///< seconds; then the run is ended
  /// Called about every 20 ms once all ranks have started, with their processes.
  std::function<void(double seconds, const std::vector<pid_t> &)> meanwhile = nullptr;
};

Watched run_watched(int ranks, const std::vector<std::string> &arguments,
                    const RunOptions &options = {});

/// "messages.cpp:31" for the line below the comment "// @name".
std::string place_of(const std::string &name);

} // namespace brigade::testing
