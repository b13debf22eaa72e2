#pragma once

#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/ir/program.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace brigade {

/// An instruction of a partitioned program, and the modelled seconds that it takes. Copies share
/// the instruction, since passes try many orders of the same ones.
struct TimedInstruction {
  std::shared_ptr<const Instruction> shared;
  double seconds = 0;
  bool overlaps = true; ///< of a collective: whether others are computed meanwhile
  /// Of a call: how long its collectives take together, and from its beginning to its end where
  /// nothing outside is on its way.
  double link_seconds = 0, elapsed_seconds = 0;
  const Instruction &instruction() const { return *shared; }
};

/// Of each block, in their order. A call's seconds are those of the callee's instructions together.
std::vector<std::vector<TimedInstruction>> timed_blocks(const Program &partitioned,
                                                        const MachineProfile &profile);
/// The main block's.
std::vector<TimedInstruction> timed_instructions(const Program &partitioned,
                                                 const MachineProfile &profile);

/// When what happens, if a device runs instructions one after the other, starts each collective
/// where it stands, and awaits it only before the first instruction that uses a result, or, where
/// its link does not overlap, at once. So what stands between the two is computed while data move:
/// the order of the instructions alone says what overlaps. Collectives go one after the other, in
/// their order. Those in a call end with it, and wait for those that were started before.
class Timeline {
public:
  /// For values with indices below `values`.
  explicit Timeline(std::size_t values) : done_(values, 0) {}

  /// Goes on with an instruction, whose operands' instructions have been run.
  void run(const TimedInstruction &timed);
  /// When a value is there; 0 for a parameter.
  double done(ValueId value) const { return done_[static_cast<std::size_t>(value.index)]; }
  /// When the operands of an instruction are there.
  double operands_done(const Instruction &instruction) const;
  /// Up to which the device is busy, or waits.
  double now() const { return now_; }
  /// When the last collective ends, and the next can begin.
  double link_free() const { return link_free_; }
  /// When all has been run.
  double end() const { return now_ < link_free_ ? link_free_ : now_; }

private:
  std::vector<double> done_;
  double now_ = 0, link_free_ = 0;
};

/// Modelled seconds from the start to the end of a program.
double elapsed_seconds(const std::vector<TimedInstruction> &program, std::size_t values);
/// Of the collectives' seconds, those in which the device computes: what elapses is so much less
/// than the sum of all.
double overlapped_seconds(const std::vector<TimedInstruction> &program, std::size_t values);

} // namespace brigade
