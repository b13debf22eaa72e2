#include "brigade/gspmd/scatter_reductions.hpp"

#include "brigade/gspmd/instruction_cost.hpp"
#include "brigade/gspmd/layout.hpp"
#include "brigade/gspmd/partitioned_block.hpp"
#include "brigade/gspmd/reshard.hpp"
#include "brigade/ir/renumber.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace brigade {

namespace {

std::size_t index(ValueId id) { return static_cast<std::size_t>(id.index); }

/// One way in which the result of an all_reduce is cut: the values that lie so.
struct Part {
  Layout layout;
  std::vector<ValueId> values;
};

/// What is done with the result of an all_reduce.
struct Uses {
  std::vector<Part> parts;
  std::vector<std::size_t> slices; ///< instructions that make them
  bool needs_all = false;          ///< by something other than a slice
};

class Scattering {
public:
  Scattering(Program partitioned, const MachineProfile &profile)
      : program_(std::move(partitioned)), block_(program_.main()), mesh_(*program_.mesh),
        profile_(profile), users_(block_.values.size()), is_returned_(block_.values.size(), false),
        is_gone_(block_.instructions.size(), false) {
    for (std::size_t i = 0; i < block_.instructions.size(); ++i)
      for (const ValueId operand : block_.instructions[i].operands)
        users_[index(operand)].push_back(i);
    for (const Result &result : block_.results)
      is_returned_[index(result.value)] = true;
    for (std::size_t i = 0; i < block_.values.size(); ++i)
      instead_.push_back({static_cast<std::int32_t>(i)});
  }

  Program run() && {
    const std::vector<Instruction> before = std::exchange(block_.instructions, {});
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (is_gone_[i])
        continue;
      Instruction instruction = before[i];
      for (ValueId &operand : instruction.operands)
        operand = instead_[index(operand)];
      if (instruction.operation != Operation::all_reduce || instruction.operands.size() != 1 ||
          !scatter(instruction, before))
        block_.instructions.push_back(std::move(instruction));
    }
    for (Result &result : block_.results)
      result.value = instead_[index(result.value)];
    block_ = renumber(std::move(block_));
    return std::move(program_);
  }

private:
  Layout layout(ValueId id) const { return layout_of(sharding_in(block_, id), mesh_); }

  Uses uses_of(ValueId whole, const std::vector<Instruction> &instructions) const {
    Uses uses{{}, {}, is_returned_[index(whole)]};
    for (std::size_t user : users_[index(whole)]) {
      if (instructions[user].operation != Operation::shard_slice) {
        uses.needs_all = true;
        continue;
      }
      uses.slices.push_back(user);
      // A slice of nothing but another slice is a step on the way.
      while (true) {
        const ValueId part = instructions[user].results[0];
        const std::vector<std::size_t> &next = users_[index(part)];
        if (is_returned_[index(part)] || next.size() != 1 ||
            instructions[next[0]].operation != Operation::shard_slice)
          break;
        user = next[0];
        uses.slices.push_back(user);
      }
      add(uses.parts, instructions[user].results[0]);
    }
    return uses;
  }

  void add(std::vector<Part> &parts, ValueId value) const {
    const Layout lies = layout(value);
    const auto part = std::ranges::find(parts, lies, &Part::layout);
    (part == parts.end() ? parts.emplace_back(Part{lies, {}}) : *part).values.push_back(value);
  }

  /// Whether it was worth it, and written.
  bool scatter(const Instruction &all_reduce, const std::vector<Instruction> &instructions) {
    const ValueId partial = all_reduce.operands[0], whole = all_reduce.results[0];
    const Uses uses = uses_of(whole, instructions);
    if (uses.parts.empty())
      return false;
    const TensorType &type = block_.type(whole);
    std::vector<Reshard> scattered;
    double seconds = 0;
    for (const Part &part : uses.parts) {
      scattered.push_back(plan_reshard(type, layout(partial), part.layout, mesh_, profile_));
      seconds += scattered.back().seconds;
    }
    std::optional<Reshard> gathered;
    std::size_t from = 0;
    for (std::size_t i = 0; uses.needs_all && i < uses.parts.size(); ++i) {
      Reshard reshard = plan_reshard(type, uses.parts[i].layout, layout(whole), mesh_, profile_);
      if (!gathered || reshard.seconds < gathered->seconds) {
        gathered = std::move(reshard);
        from = i;
      }
    }
    if (gathered)
      seconds += gathered->seconds;
    constexpr double kLess = 1 - 1e-9; // times that differ by less are equal
    if (seconds >= kLess * collective_cost(block_, all_reduce, mesh_, profile_).seconds)
      return false;
    Cause cause = cause_of(block_, all_reduce);
    for (std::size_t i = 0; i < uses.parts.size(); ++i) {
      write(scattered[i], partial, uses.parts[i].values[0], all_reduce.source, cause);
      for (const ValueId same : uses.parts[i].values)
        instead_[index(same)] = uses.parts[i].values[0];
    }
    if (gathered) {
      cause.reason = "others need all of it";
      write(*gathered, uses.parts[from].values[0], whole, all_reduce.source, cause);
    }
    for (const std::size_t slice : uses.slices)
      is_gone_[slice] = true;
    return true;
  }

  void write(const Reshard &reshard, ValueId from, ValueId to, const SourceLine &source,
             const Cause &cause) {
    for (std::size_t i = 0; i < reshard.steps.size(); ++i) {
      const ReshardStep &step = reshard.steps[i];
      ValueId result = to;
      if (i + 1 < reshard.steps.size()) {
        result = {static_cast<std::int32_t>(block_.values.size())};
        block_.values.push_back({block_.type(to), "", sharding_of(step.layout, mesh_)});
        instead_.push_back(result);
      }
      block_.instructions.push_back(
          {step.operation, {from}, {result}, step.attributes, source, cause});
      from = result;
    }
  }

  Program program_;
  Block &block_;
  const Mesh &mesh_;
  const MachineProfile &profile_;
  std::vector<std::vector<std::size_t>> users_; ///< of each value, instructions
  std::vector<bool> is_returned_;
  std::vector<bool> is_gone_;    ///< instructions that are not needed any more
  std::vector<ValueId> instead_; ///< of each value, the one that is used in its place
};

} // namespace

Program scatter_reductions(Program partitioned, const MachineProfile &profile) {
  return Scattering(std::move(partitioned), profile).run();
}

} // namespace brigade
