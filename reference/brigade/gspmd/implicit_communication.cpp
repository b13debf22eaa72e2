#include "brigade/gspmd/implicit_communication.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/quantity.hpp"
#include "brigade/gspmd/choose.hpp"
#include "brigade/gspmd/clean_up.hpp"
#include "brigade/gspmd/cutting_axes.hpp"
#include "brigade/gspmd/instruction_cost.hpp"
#include "brigade/gspmd/joined_blocks.hpp"
#include "brigade/gspmd/needed_blocks.hpp"
#include "brigade/gspmd/partition.hpp"
#include "brigade/gspmd/partitioned_block.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

namespace brigade {

namespace {

constexpr std::size_t kMostWarnings = 20; ///< of one plan

std::size_t index(ValueId id) { return static_cast<std::size_t>(id.index); }

/// Where the annotations of a program ask for the values of one of its blocks.
class Annotations {
public:
  Annotations(const Plan &plan, const Program &annotated, std::size_t block)
      : annotated_(annotated), given_(annotated.blocks[block]), block_(plan.sharded.blocks[block]),
        mesh_(*plan.sharded.mesh), names_(value_names_in(plan.sharded, block)),
        users_(block_.values.size()), is_annotated_(block_.values.size(), false) {
    const std::vector<ValueId> values = propagated_values(block_);
    for (std::size_t i = 0; i < values.size(); ++i)
      is_annotated_[index(values[i])] = given_.values[i].sharding.has_value();
    for (const Instruction &instruction : block_.instructions)
      for (const ValueId operand : instruction.operands)
        users_[index(operand)].push_back(&instruction);
    for (std::size_t i = 0; i < names_.size(); ++i)
      values_.emplace(names_[i], ValueId{static_cast<std::int32_t>(i)});
  }

  /// Is it asked that the value lies so where the move that has this cause leads?
  bool ask_for(const Instruction &move, const Layout &to) const {
    const Cause &cause = *move.cause;
    if (cause.operation == "constraint" || cause.operation == "return")
      return true;
    const auto value = values_.find(cause.value);
    if (value == values_.end())
      return false;
    if (is_of_a_result(cause))
      return ask_for(value->second, to);
    return std::ranges::any_of(users_[index(value->second)], [&](const Instruction *user) {
      return to_string(user->operation) == cause.operation && user->source == move.source &&
             (goes_on(*user, to) || is_annotated_argument(*user, value->second));
    });
  }

private:
  bool ask_for(ValueId value, const Layout &layout) const {
    if (is_annotated_[index(value)])
      return true;
    for (std::size_t i = 0; i < block_.results.size(); ++i)
      if (block_.results[i].value == value && given_.results[i].sharding &&
          layout_of(*block_.results[i].sharding, mesh_) == layout)
        return true;
    return std::ranges::any_of(users_[index(value)], [&](const Instruction *user) {
      if (is_chosen_gather(*user))
        return false;
      return user->operation == Operation::constraint ? lies_as(user->results[0], layout)
                                                      : goes_on(*user, layout);
    });
  }

  bool lies_as(ValueId value, const Layout &layout) const {
    return layout_of(*block_.value(value).sharding, mesh_) == layout;
  }

  bool goes_on(const Instruction &instruction, const Layout &layout) const {
    return info(instruction.operation).kind == OperationKind::elementwise &&
           instruction.operands.size() == 1 && lies_as(instruction.results[0], layout) &&
           ask_for(instruction.results[0], layout);
  }

  /// A call of a block whose parameter for the value is annotated.
  bool is_annotated_argument(const Instruction &user, ValueId value) const {
    if (user.operation != Operation::call)
      return false;
    const Block &callee = annotated_.block(callee_of(user));
    for (std::size_t i = 0; i < user.operands.size(); ++i)
      if (user.operands[i] == value && callee.value(callee.parameters[i]).sharding)
        return true;
    return false;
  }

  const Program &annotated_;
  const Block &given_; ///< of annotated_
  const Block &block_;
  const Mesh &mesh_;
  const std::vector<std::string> names_;
  std::vector<std::vector<const Instruction *>> users_; ///< of each value
  std::vector<bool> is_annotated_;                      ///< each value
  std::map<std::string, ValueId> values_;
};

/// Does every device hold its part of the value already, or a part of the sum that makes it up?
bool only_joins(const Layout &from, const Layout &to, const Mesh &mesh) {
  for (std::size_t dim = 0; dim < from.dimensions.size(); ++dim)
    if (!cutting_axes(from.dimensions[dim], mesh)
             .is_prefix_of(cutting_axes(to.dimensions[dim], mesh)))
      return false;
  return true;
}

void find_moves(const Block &block, const Plan &plan, const Annotations &annotations,
                std::vector<ImplicitMove> &moves) {
  const Mesh &mesh = *plan.sharded.mesh;
  for (std::size_t i = 0; i < block.instructions.size();) {
    const Instruction &first = block.instructions[i];
    if (!is_collective(first) || !first.cause) {
      ++i;
      continue;
    }
    // The steps of one move stand one behind the other.
    ImplicitMove move{first.cause->value,
                      block.type(first.operands[0]),
                      first.cause->operation,
                      to_string(first.source),
                      is_of_a_result(*first.cause),
                      sharding_in(block, first.operands[0]),
                      {},
                      {},
                      0};
    ValueId last = first.operands[0];
    for (; i < block.instructions.size(); ++i) {
      const Instruction &step = block.instructions[i];
      if (step.cause != first.cause || step.operands[0] != last)
        break;
      last = step.results[0];
      if (!moves_data(step))
        continue;
      move.collectives.push_back(
          fmt::format("{} over {}", to_string(step.operation), fmt::join(axes_of(step), ",")));
      move.bytes += collective_cost(block, step, mesh, plan.profile).bytes;
    }
    move.to = sharding_in(block, last);
    const Layout to = layout_of(move.to, mesh);
    if (!move.collectives.empty() && !only_joins(layout_of(move.from, mesh), to, mesh) &&
        !annotations.ask_for(first, to))
      moves.push_back(std::move(move));
  }
}

} // namespace

std::vector<ImplicitMove> implicit_moves(const Plan &plan) {
  CleanUpPasses passes = CleanUpPasses::none();
  passes.dead = passes.reuse = true;
  const Program partitioned = clean_up(partition(plan.sharded, plan.profile), plan.profile, passes);
  const Program annotated = needed_blocks(plan.annotated);
  std::vector<ImplicitMove> moves;
  for (std::size_t b = 0; b < plan.sharded.blocks.size(); ++b) {
    const auto block =
        std::ranges::find(partitioned.blocks, plan.sharded.blocks[b].name, &Block::name);
    if (block != partitioned.blocks.end())
      find_moves(*block, plan, Annotations(plan, annotated, b), moves);
  }
  return moves;
}

ImplicitCommunication implicit_communication_named(std::string_view name, std::string_view what) {
  if (name == "allow")
    return ImplicitCommunication::allow;
  if (name == "warn")
    return ImplicitCommunication::warn;
  if (name == "error")
    return ImplicitCommunication::error;
  throw InputError(fmt::format("{} is '{}'; allow, warn or error is expected", what, name));
}

std::string to_string(const ImplicitMove &move) {
  const std::string moved = fmt::format("{}, {} sent by each device, that no annotation asks for",
                                        fmt::join(move.collectives, ", "), bytes_text(move.bytes));
  const std::string where = move.source.empty() ? "" : move.source + ": ";
  const std::string value = fmt::format("{} ({})", move.value, to_string(move.type));
  if (move.is_result)
    return fmt::format("{0}{1} leaves {2} as {3}, and it lies as {4}: {5}; a constraint of {6} to "
                       "{4} behind the {1} asks for it, and one to {3} may avoid it",
                       where, move.operation, value, to_string(move.from), to_string(move.to),
                       moved, move.value);
  return fmt::format("{0}{1} needs {2} as {4}, and it lies as {3}: {5}; a constraint of {6} to {4} "
                     "before the {1} asks for it, and {6} annotated as {4} may avoid it",
                     where, move.operation, value, to_string(move.from), to_string(move.to), moved,
                     move.value);
}

std::vector<std::string> check_implicit_communication(const Plan &plan,
                                                      ImplicitCommunication policy) {
  if (policy == ImplicitCommunication::allow)
    return {};
  const std::vector<ImplicitMove> moves = implicit_moves(plan);
  if (policy == ImplicitCommunication::error && !moves.empty())
    throw InputError(fmt::format(
        "implicit communication: {}{}", to_string(moves[0]),
        moves.size() == 1 ? "" : fmt::format(" ({} more: warn shows all)", moves.size() - 1)));
  std::vector<std::string> lines;
  for (const ImplicitMove &move : moves)
    if (lines.size() < kMostWarnings)
      lines.push_back("implicit communication: " + to_string(move));
  if (moves.size() > kMostWarnings)
    lines.push_back(fmt::format("implicit communication: {} more", moves.size() - kMostWarnings));
  return lines;
}

} // namespace brigade
