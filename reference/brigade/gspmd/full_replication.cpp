#include "brigade/gspmd/full_replication.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/quantity.hpp"
#include "brigade/gspmd/factor_axes.hpp"
#include "brigade/gspmd/joined_blocks.hpp"
#include "brigade/gspmd/listed_names.hpp"
#include "brigade/gspmd/needed_blocks.hpp"
#include "brigade/gspmd/partitioned_block.hpp"
#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/gspmd/strategy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace brigade {

namespace {

/// To look for advice, a program of n instructions is planned again at most kMostWork / n times.
constexpr std::size_t kMostWork = 600;

std::size_t most_tries(const Program &program) {
  return kMostWork / std::max<std::size_t>(1, instruction_count(program));
}

constexpr const char *kNothingAvoidsIt = "no annotation of one operand or result avoids it";

/// Where a partitioned program replicates.
struct Place {
  FullReplication told; ///< without reason and advice
  Layout lies;          ///< how the value lies before
  bool is_result;       ///< of the operation, not an operand of it
  std::string block;
  TensorType type;
  bool is_bucket; ///< several values, which travel together
};

bool is_move(const Instruction &instruction) {
  return info(instruction.operation).kind == OperationKind::collective && instruction.cause;
}

/// By constraints and results alone: of values that travel together, by all of them.
bool is_asked_for(const Cause &cause) {
  return std::ranges::all_of(told_names(cause.operation), [](const std::string &operation) {
    return operation == "constraint" || operation == "return";
  });
}

// The first of the moves that end here, and have one cause.
const Instruction &first_of_moves(const Block &block, std::size_t at) {
  const Instruction *first = &block.instructions[at];
  for (std::size_t i = at; i-- > 0;)
    if (const Instruction &before = block.instructions[i];
        is_move(before) && before.cause == first->cause && before.results[0] == first->operands[0])
      first = &before;
  return *first;
}

void find_places(const Block &block, const Mesh &mesh, std::vector<Place> &found) {
  for (std::size_t at = 0; at < block.instructions.size(); ++at) {
    const Instruction &instruction = block.instructions[at];
    if (instruction.operation != Operation::all_gather || !is_move(instruction) ||
        is_asked_for(*instruction.cause))
      continue;
    const bool is_bucket = instruction.results.size() > 1;
    const Instruction &first = is_bucket ? instruction : first_of_moves(block, at);
    double bytes = 0; // of what becomes whole
    std::size_t last = 0;
    for (std::size_t i = 0; i < instruction.results.size(); ++i)
      if (const Value &whole = block.value(instruction.results[i]);
          layout_of(*whole.sharding, mesh).used().empty() &&
          !layout_of(*block.value(first.operands[i]).sharding, mesh).cut().empty()) {
        bytes += static_cast<double>(whole.type.bytes());
        last = i;
      }
    if (bytes > 0)
      found.push_back({{instruction.cause->value, instruction.cause->operation,
                        sources_of(instruction), bytes, "", ""},
                       layout_of(*block.value(first.operands[last]).sharding, mesh),
                       is_of_a_result(*instruction.cause),
                       block.name,
                       block.type(instruction.results[last]),
                       is_bucket});
  }
}

std::vector<Place> places(const Program &partitioned) {
  std::vector<Place> found;
  for (const Block &block : partitioned.blocks)
    find_places(block, *partitioned.mesh, found);
  return found;
}

/// Whether an operation of the program that was given has an operand or result of this type there.
/// Those that the planner has put into its place (share_argmax.hpp) nobody can annotate.
bool is_of_given(const Place &place, const Program &given) {
  return std::ranges::any_of(given.blocks, [&](const Block &block) {
    const auto has_type = [&](ValueId id) { return block.type(id) == place.type; };
    return std::ranges::any_of(block.instructions, [&](const Instruction &instruction) {
      return to_string(instruction.operation) == place.told.operation &&
             to_string(instruction.source) == place.told.source &&
             (std::ranges::any_of(instruction.operands, has_type) ||
              std::ranges::any_of(instruction.results, has_type));
    });
  });
}

/// A value that could be annotated, and how.
struct Annotation {
  ValueId value;
  TensorSharding sharding;
  bool operator==(const Annotation &) const = default;
};

/// For what one block replicates.
class Advisor {
public:
  /// `places`: of all blocks. `tries`: how often the program may be planned again.
  Advisor(const Plan &plan, std::size_t block, const std::vector<Place> &places, std::size_t &tries)
      : plan_(plan), annotated_(needed_blocks(plan.annotated)), at_(block),
        block_(plan.sharded.blocks[block]), mesh_(*plan.sharded.mesh),
        names_(value_names_in(plan.sharded, block)), places_(places), tries_(tries) {
    for (std::size_t i = 0; i < block_.values.size(); ++i)
      annotatable_.push_back({static_cast<std::int32_t>(i)});
    for (const Instruction &instruction : block_.instructions)
      if (is_chosen_gather(instruction)) {
        annotatable_[index(instruction.results[0])] = instruction.operands[0];
        names_[index(instruction.results[0])] = names_[index(instruction.operands[0])];
      }
    const std::vector<ValueId> values = propagated_values(block_);
    in_annotated_.resize(block_.values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
      in_annotated_[index(values[i])] = {static_cast<std::int32_t>(i)};
  }

  void tell(Place &place) {
    if (place.is_bucket) {
      place.told.reason = "they travel together";
      place.told.advice = "--passes propagate,choose,partition tells of each by itself";
      return;
    }
    const Instruction *instruction = instruction_of(place);
    if (instruction && instruction->operation == Operation::call) {
      place.told.reason =
          fmt::format("@{} lies the same in all of its calls", callee_of(*instruction));
      place.told.advice =
          fmt::format("annotate what @{} takes and returns", callee_of(*instruction));
    } else if (instruction) {
      explain(place, *instruction);
    }
  }

private:
  static std::size_t index(ValueId id) { return static_cast<std::size_t>(id.index); }

  const Instruction *instruction_of(const Place &place) const {
    for (const Instruction &instruction : block_.instructions)
      if (to_string(instruction.operation) == place.told.operation &&
          to_string(instruction.source) == place.told.source &&
          place_in(place.is_result ? instruction.results : instruction.operands, place))
        return &instruction;
    return nullptr;
  }

  std::optional<std::size_t> place_in(const std::vector<ValueId> &values,
                                      const Place &place) const {
    for (std::size_t i = 0; i < values.size(); ++i)
      if (names_[index(values[i])] == place.told.value)
        return i;
    return std::nullopt;
  }

  void explain(Place &place, const Instruction &instruction) {
    const Rule rule = rule_of(block_, instruction);
    const ValueFactors &factors = place.is_result
                                      ? rule.results[*place_in(instruction.results, place)]
                                      : rule.operands[*place_in(instruction.operands, place)];
    std::vector<std::size_t> needed;
    for (std::size_t dim = 0; dim < place.lies.dimensions.size(); ++dim)
      if (!place.lies.dimensions[dim].empty() && is_whole(rule, factors[dim]))
        needed.push_back(dim);
    const std::string &operation = place.told.operation;
    place.told.reason =
        place.is_result
            ? fmt::format("{} computes it as {}, and whole it is the cheapest for what follows",
                          operation, to_string(sharding_of(place.lies, mesh_)))
        : needed.empty()
            ? fmt::format("that is the cheapest way to the {}", operation)
            : fmt::format("{} needs dimension {} whole", operation, fmt::join(needed, ", "));
    const std::vector<Annotation> annotations = candidates(rule, instruction, place);
    place.told.advice =
        annotations.empty() ? why_none(rule, instruction, place) : advice(place, annotations);
  }

  static bool is_whole(const Rule &rule, const DimensionFactors &factors) {
    return std::ranges::any_of(factors, [&](std::size_t factor) {
      return rule.factors[factor].kind == FactorKind::whole;
    });
  }

  // The value's axes stay, or move to one dimension that the operation can run along; everything
  // else that has these factors may follow.
  std::vector<Annotation> candidates(const Rule &rule, const Instruction &instruction,
                                     const Place &place) const {
    std::vector<Annotation> found;
    const auto take = [&](ValueId taken, const Layout &layout) {
      const ValueId value = annotatable_[index(taken)];
      const Annotation annotation{value, sharding_of(layout, mesh_)};
      if (!layout.used().empty() && annotation.sharding != block_.value(value).sharding &&
          std::ranges::find(found, annotation) == found.end())
        found.push_back(annotation);
    };
    if (place.is_result && place.lies.unreduced.empty())
      take(instruction.results[*place_in(instruction.results, place)], place.lies);
    const AxisList axes = axis_list(place.lies.cut());
    for (std::size_t factor = 0; factor < rule.factors.size(); ++factor) {
      FactorAxes along(rule.factors.size());
      along[factor] = axes;
      if (rule.factors[factor].kind != FactorKind::pass_through ||
          rule.factors[factor].size < device_count(axes, mesh_) || !is_possible(rule, along, mesh_))
        continue;
      for (std::size_t i = 0; i < instruction.operands.size(); ++i)
        take(instruction.operands[i], layout_under(rule.operands[i], along));
      for (std::size_t i = 0; i < instruction.results.size(); ++i)
        take(instruction.results[i], layout_under(rule.results[i], along));
    }
    return found;
  }

  // An operation along whose dimensions there are no other annotations may yet sum over them.
  std::string why_none(const Rule &rule, const Instruction &instruction, const Place &place) const {
    const std::string &operation = place.told.operation;
    if (std::optional<std::string> told = of_partial_results(rule, instruction, place))
      return std::move(*told);
    return std::ranges::find(rule.factors, FactorKind::pass_through, &Factor::kind) ==
                   rule.factors.end()
               ? fmt::format("{} runs along no dimension in parts", operation)
               : kNothingAvoidsIt;
  }

  // None where parts of the operand do not make partial results.
  std::optional<std::string> of_partial_results(const Rule &rule, const Instruction &instruction,
                                                const Place &place) const {
    if (place.is_result || rule.results.size() != 1)
      return std::nullopt;
    const std::size_t operand = *place_in(instruction.operands, place);
    const FactorAxes axes = factor_axes_of(rule, rule.operands[operand], place.lies, mesh_);
    Layout partial = layout_under(rule.results[0], axes);
    for (std::size_t factor = 0; factor < axes.size(); ++factor)
      if (rule.factors[factor].kind == FactorKind::reduction)
        partial.unreduced |= axes[factor].set();
    partial.reduction = rule.reduction;
    const Layout wanted = layout_of(*block_.value(instruction.results[0]).sharding, mesh_);
    if (partial.unreduced.empty() || !is_possible(rule, axes, mesh_) ||
        !can_become(partial, wanted))
      return std::nullopt;
    const Reshard reduce = plan_reshard(block_.type(instruction.results[0]), partial, wanted, mesh_,
                                        plan_.profile),
                  gather = plan_reshard(place.type, place.lies,
                                        replicated_layout(place.type.rank()), mesh_, plan_.profile);
    std::vector<std::string_view> collectives;
    for (const ReshardStep &step : reduce.steps)
      if (step.operation != Operation::shard_slice)
        collectives.push_back(to_string(step.operation));
    return fmt::format("in parts {} leaves partial results, and {} takes {} in place of {}",
                       place.told.operation, fmt::join(collectives, ", "),
                       seconds_text(reduce.seconds), seconds_text(gather.seconds));
  }

  std::string advice(const Place &place, const std::vector<Annotation> &annotations) {
    if (most_tries(plan_.sharded) < annotations.size())
      return fmt::format("{} may avoid it (not tried in a program of {} operations)",
                         written(annotations[0]), instruction_count(plan_.sharded));
    if (tries_ < annotations.size())
      return fmt::format("{} may avoid it (not tried: others were tried first)",
                         written(annotations[0]));
    tries_ -= annotations.size();
    const double now = cost_of(*plan_.partitioned, plan_.profile).total_seconds();
    const Annotation *best = nullptr;
    double least = 0;
    for (const Annotation &annotation : annotations)
      if (const std::optional<double> seconds = seconds_without(place, annotation);
          seconds && (!best || *seconds < least)) {
        best = &annotation;
        least = *seconds;
      }
    return best ? fmt::format("{} avoids it, at {} in all in place of {}", written(*best),
                              seconds_text(least), seconds_text(now))
                : kNothingAvoidsIt;
  }

  // The modelled time of the plan with an annotation more; none where it still replicates.
  std::optional<double> seconds_without(const Place &place, const Annotation &annotation) const {
    Program program = annotated_;
    Block &block = program.blocks[at_];
    const ValueId value = in_annotated_[index(annotation.value)];
    block.value(value).sharding = annotation.sharding;
    for (Instruction &instruction : block.instructions)
      if (auto *constraint = std::get_if<ConstraintAttributes>(&instruction.attributes);
          constraint && instruction.results[0] == value)
        constraint->sharding = annotation.sharding;
    try {
      const Plan plan = make_plan(program, plan_.profile);
      const std::vector<Place> left = places(*plan.partitioned);
      const bool remains = std::ranges::any_of(left, [&](const Place &other) {
        return other.told.value == place.told.value &&
               other.told.operation == place.told.operation &&
               other.told.source == place.told.source;
      });
      if (remains || left.size() >= places_.size())
        return std::nullopt;
      return cost_of(*plan.partitioned, plan.profile).total_seconds();
    } catch (const InputError &) {
      return std::nullopt; // it contradicts what is annotated as unreduced
    }
  }

  // A value without a name cannot be annotated, but a constraint can follow it.
  std::string written(const Annotation &annotation) const {
    const std::string text =
        fmt::format("{} @ {}", names_[index(annotation.value)], to_string(annotation.sharding));
    if (!block_.value(annotation.value).name.empty())
      return text;
    for (const Instruction &instruction : block_.instructions)
      if (std::ranges::find(instruction.results, annotation.value) != instruction.results.end())
        return fmt::format("{} (a constraint on the {} at {})", text,
                           to_string(instruction.operation), to_string(instruction.source));
    return text;
  }

  const Plan &plan_;
  const Program annotated_;
  const std::size_t at_; ///< of the programs' blocks
  const Block &block_;
  const Mesh &mesh_;
  std::vector<std::string> names_;
  std::vector<ValueId> annotatable_;  ///< of each value: itself, or what it gathers
  std::vector<ValueId> in_annotated_; ///< of each value but those that gather
  const std::vector<Place> &places_;
  std::size_t &tries_;
};

} // namespace

std::vector<FullReplication> full_replications(const Plan &plan) {
  const std::vector<Place> all = places(*plan.partitioned);
  std::size_t tries = most_tries(plan.sharded);
  std::vector<FullReplication> told;
  for (std::size_t b = 0; b < plan.sharded.blocks.size(); ++b) {
    const std::string &name = plan.sharded.blocks[b].name;
    if (std::ranges::find(all, name, &Place::block) == all.end())
      continue;
    Advisor advisor(plan, b, all, tries);
    for (Place place : all)
      if (place.block == name && (place.is_bucket || is_of_given(place, plan.given))) {
        advisor.tell(place);
        told.push_back(std::move(place.told));
      }
  }
  return told;
}

} // namespace brigade
