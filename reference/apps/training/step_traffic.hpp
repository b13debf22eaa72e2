#pragma once

#include "brigade/tracer/ledger.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <utility>

namespace brigade::training {

/// Adds up what the ledger recorded during training steps, apart from what it recorded between them
/// (tests, the report). Unless the records are wanted for a timeline it clears them, so a long run
/// takes no memory.
class StepTraffic {
public:
  /// The ledger is on until destruction.
  explicit StepTraffic(bool keeps_records);
  ~StepTraffic();
  StepTraffic(const StepTraffic &) = delete;
  StepTraffic &operator=(const StepTraffic &) = delete;

  /// What was recorded since the last call of either counts, or does not.
  void count();
  void skip();

  /// Key: (kind, axes).
  const std::map<std::pair<std::string, std::string>, Traffic> &totals() const { return totals_; }
  /// In communication, waiting included.
  double seconds() const;

private:
  bool keeps_records_;
  std::size_t seen_ = 0;
  std::map<std::pair<std::string, std::string>, Traffic> totals_;
};

} // namespace brigade::training
