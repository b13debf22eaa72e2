#pragma once

#include "options.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace brigade::training {

/// One time through the training rows.
struct EpochResult {
  double train_loss = 0;     ///< mean over the rows, each before the update of its step
  double train_accuracy = 0; ///< the same rows
  double test_accuracy = 0;  ///< after the epoch
};

/// What a run was and what it reached; the same on every rank.
struct TrainReport {
  std::int64_t ranks = 1;
  std::string profile; ///< of the machine that was planned for; "" where nothing was planned
  std::int64_t train_rows = 0, test_rows = 0;
  std::vector<std::int64_t> sizes; ///< features, hidden sizes, classes
  std::vector<EpochResult> epochs; ///< those that were finished
  std::int64_t steps = 0;
  double train_seconds = 0; ///< the steps with their input, without tests
  double samples_per_second = 0;
  double step_ms_median = 0;
  /// compute / (compute + communication), summed over ranks; compute is processor time.
  double utilisation = 0;
  double bytes_sent_per_step = 0; ///< mean of the ranks
  std::map<std::pair<std::string, std::string>, double>
      bytes_by_kind_axis;                         ///< a step, mean of the ranks
  std::vector<std::int64_t> peak_bytes_per_rank;  ///< VmHWM
  std::vector<std::int64_t> arena_bytes_per_rank; ///< of steps and counts, part of the peak
  int stopped_by = 0;                             ///< the signal, or 0

  double test_accuracy() const { return epochs.empty() ? 0 : epochs.back().test_accuracy; }
};

/// The report as JSON, with the options that it came from.
std::string to_json(const TrainReport &report, const TrainOptions &options);

/// What a person wants to know before and after: a few lines.
std::string describe_start(const TrainReport &report, const TrainOptions &options);
std::string describe_result(const TrainReport &report);

} // namespace brigade::training
