#include "brigade/gspmd/reduce_once.hpp"

#include "brigade/gspmd/instruction_cost.hpp"
#include "brigade/gspmd/live_bytes.hpp"
#include "brigade/gspmd/order_for_overlap.hpp"
#include "brigade/gspmd/partitioned_block.hpp"
#include "brigade/ir/renumber.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace brigade {

namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
constexpr std::string_view kOnce = "; what is made of them is reduced, in place of each";

std::size_t index(ValueId id) { return static_cast<std::size_t>(id.index); }

std::optional<ReduceOp> reduction_of(const Instruction &instruction) {
  if (instruction.operands.size() != 1)
    return std::nullopt; // a bucket
  if (const auto *all = std::get_if<AllReduceAttributes>(&instruction.attributes))
    return all->op;
  if (const auto *scattered = std::get_if<ReduceScatterAttributes>(&instruction.attributes))
    return scattered->op;
  return std::nullopt;
}

bool passes_through(Operation operation, ReduceOp reduction) {
  switch (operation) {
  case Operation::add:
  case Operation::sub:
    return reduction == ReduceOp::sum;
  case Operation::max:
    return reduction == ReduceOp::max;
  case Operation::min:
    return reduction == ReduceOp::min;
  default:
    return false;
  }
}

/// Two reductions that can be one, as places of instructions; and where they are parts of a longer
/// sum, the addition between them and its operand that is whole.
struct Pair {
  std::size_t first, second;
  std::size_t addition = kNone;
  ValueId whole = {};
};

/// Finds pairs in the instructions that a block has so far.
class Pairs {
public:
  Pairs(const Block &block, const Mesh &mesh, const MachineProfile &profile)
      : block_(block), mesh_(mesh), profile_(profile), uses_(block.values.size(), 0),
        made_by_(block.values.size(), kNone) {
    for (std::size_t i = 0; i < block.instructions.size(); ++i) {
      for (const ValueId operand : block.instructions[i].operands)
        ++uses_[index(operand)];
      is_made(block.instructions[i], i);
    }
    for (const Result &result : block.results)
      ++uses_[index(result.value)];
  }

  void is_made(const Instruction &instruction, std::size_t place) {
    for (const ValueId result : instruction.results)
      made_by_[index(result)] = place;
  }
  /// The block has a value more, that is used once.
  void is_added() {
    uses_.push_back(1);
    made_by_.push_back(kNone);
  }

  /// Whose results this instruction combines.
  std::optional<Pair> pair_at(const Instruction &combining) const {
    if (combining.operands.size() != 2 || combining.results.size() != 1)
      return std::nullopt;
    const std::size_t left = maker_for_one(combining.operands[0]),
                      right = maker_for_one(combining.operands[1]);
    if (left == kNone || right == kNone)
      return std::nullopt;
    if (can_be_one(left, right, combining))
      return Pair{left, right};
    if (combining.operation == Operation::sub)
      return std::nullopt;
    for (const auto &[longer, alone] : {std::pair(left, right), std::pair(right, left)})
      if (at(longer).operation == combining.operation && at(longer).operands.size() == 2)
        for (std::size_t i = 0; i < 2; ++i)
          if (const std::size_t part = maker_for_one(at(longer).operands[i]);
              part != kNone && can_be_one(part, alone, combining))
            return Pair{part, alone, longer, at(longer).operands[1 - i]};
    return std::nullopt;
  }

private:
  const Instruction &at(std::size_t place) const { return block_.instructions[place]; }

  /// Who makes a value that is used here only.
  std::size_t maker_for_one(ValueId id) const {
    return uses_[index(id)] == 1 ? made_by_[index(id)] : kNone;
  }

  bool can_be_one(std::size_t first, std::size_t second, const Instruction &combining) const {
    const Instruction &a = at(first), &b = at(second);
    const std::optional<ReduceOp> reduction = reduction_of(a);
    if (!reduction || !reduction_of(b) || !passes_through(combining.operation, *reduction) ||
        a.operation != b.operation || a.attributes != b.attributes ||
        block_.type(a.operands[0]) != block_.type(b.operands[0]) ||
        sharding_in(block_, a.operands[0]) != sharding_in(block_, b.operands[0]))
      return false;
    // Partial results may be larger than what is kept of their sum: adding them takes longer.
    const Instruction partial{combining.operation, {a.operands[0], b.operands[0]}, {a.operands[0]}};
    return seconds(partial) <= seconds(b) + seconds(combining);
  }

  double seconds(const Instruction &instruction) const {
    return instruction_seconds(block_, instruction, mesh_, profile_);
  }

  const Block &block_;
  const Mesh &mesh_;
  const MachineProfile &profile_;
  std::vector<int> uses_;            ///< of each value, results of the program included
  std::vector<std::size_t> made_by_; ///< of each value
};

Cause joint_cause(const Block &block, const Instruction &first, const Instruction &second) {
  Cause cause = cause_of(block, first);
  const Cause other = cause_of(block, second);
  cause.value += ", " + other.value;
  if (cause.operation != other.operation)
    cause.operation += ", " + other.operation;
  if (!cause.reason.ends_with(kOnce))
    cause.reason += kOnce;
  return cause;
}

class ReducingOnce {
public:
  ReducingOnce(const Program &partitioned, const MachineProfile &profile)
      : program_(partitioned), block_(program_.main()), pairs_(block_, *program_.mesh, profile) {}

  Program run() && {
    std::vector<Instruction> before = std::exchange(block_.instructions, {});
    for (Instruction &instruction : before)
      if (const auto pair = pairs_.pair_at(instruction))
        write(*pair, instruction);
      else
        append(std::move(instruction));
    std::erase_if(block_.instructions,
                  [](const Instruction &instruction) { return instruction.results.empty(); });
    block_ = renumber(std::move(block_));
    return std::move(program_);
  }

private:
  void append(Instruction instruction) {
    pairs_.is_made(instruction, block_.instructions.size());
    block_.instructions.push_back(std::move(instruction));
  }

  /// A value that lies as another one does.
  ValueId like(ValueId id) {
    const Value same{block_.type(id), "", block_.value(id).sharding};
    block_.values.push_back(same);
    pairs_.is_added();
    return {static_cast<std::int32_t>(block_.values.size() - 1)};
  }

  void write(const Pair &pair, const Instruction &combining) {
    Instruction reduction = block_.instructions[pair.first];
    const Instruction second = block_.instructions[pair.second];
    const bool is_longer = pair.addition != kNone;
    for (const std::size_t place : {pair.first, pair.second, pair.addition})
      if (place != kNone)
        block_.instructions[place].results.clear(); // to be taken out
    Instruction partial = combining;
    partial.operands = {reduction.operands[0], second.operands[0]};
    partial.results = {like(reduction.operands[0])};
    reduction.cause = joint_cause(block_, reduction, second);
    reduction.source = combining.source;
    reduction.operands = partial.results;
    reduction.results = {is_longer ? like(second.results[0]) : combining.results[0]};
    const ValueId reduced = reduction.results[0];
    append(std::move(partial));
    append(std::move(reduction));
    if (is_longer) {
      Instruction outer = combining;
      outer.operands = {pair.whole, reduced};
      append(std::move(outer));
    }
  }

  Program program_;
  Block &block_;
  Pairs pairs_;
};

} // namespace

Program reduce_once(Program partitioned, const MachineProfile &profile) {
  const Pairs pairs(partitioned.main(), *partitioned.mesh, profile);
  if (std::ranges::none_of(partitioned.main().instructions, [&](const Instruction &instruction) {
        return pairs.pair_at(instruction).has_value();
      }))
    return partitioned;
  Program once = ReducingOnce(partitioned, profile).run();
  // Partial results wait for each other, and what is kept of a reduce_scatter is smaller.
  return live_bytes(once) <= most_live_bytes(partitioned) ? once : partitioned;
}

} // namespace brigade
