#pragma once

#include "brigade/core/progress_line.hpp"
#include "brigade/core/terminal.hpp"

#include <cstdint>
#include <string>

namespace brigade::plan {

/// Shows on standard error how far a run is, of which the interpreter on one device takes the most
/// time. What takes more than a few seconds is told beforehand. Then, where a person looks at it, a
/// bar that moves; elsewhere a line now and then.
class RunProgress {
public:
  /// @param steps of the interpreter (run_program/interpreter_steps.hpp)
  /// @param done_file where it is written how many of them are done
  RunProgress(std::int64_t ranks, double steps, std::string done_file,
              Terminal terminal = standard_error(), std::FILE *stream = stderr);

  /// Called again and again. @param seconds since the run's start
  void show(double seconds);

private:
  double done() const; ///< 0 to 1

  std::int64_t ranks_;
  double steps_;
  std::string done_file_;
  Terminal terminal_;
  std::FILE *stream_;
  ProgressLine line_;
  double next_seconds_; ///< when the next line is due
};

} // namespace brigade::plan
