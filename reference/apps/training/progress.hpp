#pragma once

#include "report.hpp"

#include "brigade/core/terminal.hpp"

#include <chrono>
#include <cstdint>
#include <string>

namespace brigade::training {

/// How far a run is.
struct ProgressState {
  std::int64_t epoch = 0, epochs = 1; ///< epoch counts from 1
  std::int64_t step = 0, steps = 1;   ///< of the whole run, done
  double loss = 0, accuracy = 0;      ///< of the epoch so far, training rows
  double samples_per_second = 0;
  double seconds_left = 0;
};

/// The bar, without the carriage return: at most `terminal.columns` - 1 characters.
std::string progress_bar(const ProgressState &state, const Terminal &terminal);

/// Shows a run's progress on standard output: a bar that moves where a person looks at it, else a
/// line an epoch. Throws Error where that cannot be written.
class Progress {
public:
  /// @param is_shown false on all ranks but one, and with --quiet: then nothing is ever printed.
  Progress(bool is_shown, Terminal terminal) : is_shown_(is_shown), terminal_(terminal) {}
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// Prints a text of its own lines.
  void print(const std::string &text);
  /// After each step; redraws the bar ten times a second at most.
  bool wants_step();
  void step(const ProgressState &state);
  void epoch(const ProgressState &state, const EpochResult &result);

private:
  void erase_bar();

  bool is_shown_;
  Terminal terminal_;
  std::size_t bar_columns_ = 0; // of the bar that stands there
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now();
};

} // namespace brigade::training
