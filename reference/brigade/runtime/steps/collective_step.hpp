#pragma once

#include "brigade/comm/pending.hpp"
#include "brigade/comm/runtime.hpp"
#include "brigade/runtime/steps/step_memory.hpp"

#include <memory>

namespace brigade {

/// A collective, done at once by run(), or started, and awaited after other steps.
class CollectiveStep : public Step {
public:
  /// By messages, also where the ranks share memory. Until finish() nothing may write to what it
  /// reads or writes, and nobody has its results.
  virtual void start(Bases bases) = 0;
  /// Moves on what has been started, without waiting.
  void advance() { (void)pending_.test(); }
  virtual void finish(Bases bases) = 0;
  /// Where the run has failed between the two: the other ranks may never come.
  void give_up() { pending_ = Pending(); }

protected:
  Pending pending_;
};

/// The step of a unit that is a collective of the partitioned program that `source` comes from.
std::unique_ptr<CollectiveStep> collective_step(const Runtime &runtime, const Program &partitioned,
                                                const StepSource &source, std::size_t unit);
/// Of one that sends nothing (shard_slice).
std::unique_ptr<Step> cut_step(const Runtime &runtime, const Program &partitioned,
                               const StepSource &source, std::size_t unit);

} // namespace brigade
