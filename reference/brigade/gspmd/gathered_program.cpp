#include "brigade/gspmd/gathered_program.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace brigade {

namespace {

constexpr const char *kForAll =
    "to gather it once takes less time than what is done with its parts";
constexpr const char *kForASum =
    "to gather it takes less time than to reduce what is made of its parts";

using Site = ShardedProgram::Site;

/// Of one block.
class GatherWriter {
public:
  GatherWriter(const ShardedProgram &sharded, GatheredProgram &gathered, std::size_t block)
      : sharded_(sharded), program_(gathered.program), at_(block),
        block_(gathered.program.blocks[block]), classes_(gathered.classes[block]) {}

  void run() {
    const std::vector<std::size_t> sites = sites_of_instructions();
    const std::vector<Instruction> before = std::exchange(block_.instructions, {});
    classes_.clear();
    for (std::size_t i = 0; i < before.size(); ++i) {
      Instruction instruction = before[i];
      const bool is_call = sites[i] == sharded_.sites().size();
      if (!is_call && sharded_.taken(sites[i]))
        gather_operands(instruction, sites[i]);
      block_.instructions.push_back(std::move(instruction));
      classes_.push_back(is_call ? 0 : sharded_.sites()[sites[i]].operation);
    }
    // Names count the values before them, and so are known when all stand there.
    const std::vector<std::string> names = value_names_in(program_, at_);
    for (Instruction &instruction : block_.instructions)
      if (instruction.cause)
        instruction.cause->value = names[static_cast<std::size_t>(instruction.operands[0].index)];
  }

private:
  struct Gathered {
    ValueId value;
    LayoutId form;
    std::size_t barriers;
    ValueId as;
  };

  // As many as there are sites for a call.
  std::vector<std::size_t> sites_of_instructions() const {
    std::vector<std::size_t> sites(block_.instructions.size(), sharded_.sites().size());
    for (std::size_t at = 0; at < sharded_.sites().size(); ++at)
      if (const JoinedBlocks::Origin &origin =
              sharded_.joined().origins[sharded_.sites()[at].instruction];
          origin.block == at_ && origin.step == JoinedBlocks::Step::own)
        sites[origin.instruction] = at;
    return sites;
  }

  void gather_operands(Instruction &instruction, std::size_t at) {
    const Site &site = sharded_.sites()[at];
    for (std::size_t k = 0; k < instruction.operands.size(); ++k) {
      ValueId &operand = instruction.operands[k];
      const std::size_t value = sharded_.like(sharded_.joined().index(at_, operand));
      const LayoutId form = sharded_.taken(at)->operands[k];
      if (form == sharded_.home(value))
        continue;
      // Who needs it so later on takes it from there.
      if (const auto as = gathered(operand, form, site))
        operand = *as;
      else if (sharded_.is_gathered_once(value, form) && !site.is_dead)
        operand = gather(operand, form, site, instruction, kForAll);
      else if (sharded_.gathers_sum(at))
        operand = gather(operand, form, site, instruction, kForASum);
    }
  }

  std::optional<ValueId> gathered(ValueId value, LayoutId form, const Site &site) const {
    const auto found = std::ranges::find_if(all_, [&](const Gathered &each) {
      return each.value == value && each.form == form && each.barriers == site.barriers;
    });
    return found == all_.end() ? std::nullopt : std::optional(found->as);
  }

  ValueId gather(ValueId value, LayoutId form, const Site &site, const Instruction &user,
                 const char *reason) {
    const ValueId as{static_cast<std::int32_t>(block_.values.size())};
    const TensorSharding lies = sharding_of(sharded_.prices().layout(form), *program_.mesh);
    block_.values.push_back({block_.type(value), "", lies});
    block_.instructions.push_back({Operation::constraint,
                                   {value},
                                   {as},
                                   ConstraintAttributes{lies},
                                   user.source,
                                   Cause{"", std::string(to_string(user.operation)), reason}});
    classes_.push_back(site.operation);
    all_.push_back({value, form, site.barriers, as});
    return as;
  }

  const ShardedProgram &sharded_;
  const Program &program_;
  const std::size_t at_;
  Block &block_;
  std::vector<OperationClassId> &classes_;
  std::vector<Gathered> all_;
};

} // namespace

std::optional<GatheredProgram> program_with_gathers(const ShardedProgram &sharded) {
  bool any = !sharded.gathered_once().empty();
  for (std::size_t at = 0; at < sharded.sites().size(); ++at)
    any = any || sharded.gathers_sum(at);
  if (!any)
    return std::nullopt;
  GatheredProgram gathered{sharded.program(), sharded.classes()};
  for (std::size_t b = 0; b < gathered.program.blocks.size(); ++b)
    GatherWriter(sharded, gathered, b).run();
  return gathered;
}

} // namespace brigade
