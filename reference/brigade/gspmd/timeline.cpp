#include "brigade/gspmd/timeline.hpp"

#include "brigade/gspmd/instruction_cost.hpp"
#include "brigade/gspmd/partitioned_block.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace brigade {

namespace {

/// What a call of a block takes.
TimedInstruction timed_call(const Block &block, const std::vector<TimedInstruction> &instructions) {
  TimedInstruction call;
  for (const TimedInstruction &each : instructions) {
    call.seconds += each.seconds;
    call.link_seconds += moves_data(each.instruction()) ? each.seconds : each.link_seconds;
  }
  call.elapsed_seconds = elapsed_seconds(instructions, block.values.size());
  return call;
}

} // namespace

std::vector<std::vector<TimedInstruction>> timed_blocks(const Program &partitioned,
                                                        const MachineProfile &profile) {
  const Mesh &mesh = *partitioned.mesh;
  std::vector<std::vector<TimedInstruction>> blocks;
  std::map<std::string, TimedInstruction> calls;
  for (const Block &block : partitioned.blocks) {
    std::vector<TimedInstruction> timed;
    for (const Instruction &instruction : block.instructions) {
      const auto shared = std::make_shared<const Instruction>(instruction);
      if (instruction.operation == Operation::call) {
        timed.push_back(calls.at(callee_of(instruction)));
        timed.back().shared = shared;
      } else {
        timed.push_back({shared, instruction_seconds(block, instruction, mesh, profile),
                         !moves_data(instruction) ||
                             link_of(profile, mesh, axes_of(instruction)).overlaps});
      }
    }
    if (&block != &partitioned.main())
      calls[block.name] = timed_call(block, timed);
    blocks.push_back(std::move(timed));
  }
  return blocks;
}

std::vector<TimedInstruction> timed_instructions(const Program &partitioned,
                                                 const MachineProfile &profile) {
  return std::move(timed_blocks(partitioned, profile).back());
}

double Timeline::operands_done(const Instruction &instruction) const {
  double last = 0;
  for (const ValueId operand : instruction.operands)
    last = std::max(last, done(operand));
  return last;
}

void Timeline::run(const TimedInstruction &timed) {
  now_ = std::max(now_, operands_done(timed.instruction()));
  double end = now_ + timed.seconds;
  if (timed.instruction().operation == Operation::call) {
    end = now_ + timed.elapsed_seconds;
    if (timed.link_seconds > 0)
      link_free_ = end = std::max(end, link_free_ + timed.link_seconds);
  }
  if (moves_data(timed.instruction()))
    link_free_ = end = std::max(now_, link_free_) + timed.seconds;
  if (!moves_data(timed.instruction()) || !timed.overlaps)
    now_ = end;
  for (const ValueId result : timed.instruction().results)
    done_[static_cast<std::size_t>(result.index)] = end;
}

double elapsed_seconds(const std::vector<TimedInstruction> &program, std::size_t values) {
  Timeline timeline(values);
  for (const TimedInstruction &timed : program)
    timeline.run(timed);
  return timeline.end();
}

double overlapped_seconds(const std::vector<TimedInstruction> &program, std::size_t values) {
  Timeline timeline(values);
  double sum = 0, overlapped = 0;
  for (const TimedInstruction &timed : program) {
    timeline.run(timed);
    sum += timed.seconds;
  }
  overlapped = sum - timeline.end();
  // Sums in another order differ by their rounding.
  return overlapped > 1e-12 * sum ? overlapped : 0;
}

} // namespace brigade
