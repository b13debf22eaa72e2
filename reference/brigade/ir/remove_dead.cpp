#include "brigade/ir/remove_dead.hpp"

#include "brigade/ir/renumber.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace brigade {

Block remove_dead(Block block) {
  std::vector<bool> used(block.values.size(), false);
  const auto use = [&](ValueId id) { used[static_cast<std::size_t>(id.index)] = true; };
  for (const Result &result : block.results)
    use(result.value);
  std::vector<Instruction> alive;
  for (auto at = block.instructions.rbegin(); at != block.instructions.rend(); ++at) {
    if (std::ranges::none_of(at->results,
                             [&](ValueId id) { return used[static_cast<std::size_t>(id.index)]; }))
      continue;
    std::ranges::for_each(at->operands, use);
    alive.push_back(std::move(*at));
  }
  std::ranges::reverse(alive);
  block.instructions = std::move(alive);
  return renumber(std::move(block));
}

Program remove_dead(Program program) {
  Program alive{program.mesh, {}};
  std::set<std::string> wanted{program.main().name};
  for (auto at = program.blocks.rbegin(); at != program.blocks.rend(); ++at) {
    if (!wanted.contains(at->name))
      continue;
    alive.blocks.push_back(remove_dead(std::move(*at)));
    for (const Instruction &instruction : alive.blocks.back().instructions)
      if (const std::string *name = named_block(instruction.attributes))
        wanted.insert(*name);
  }
  std::ranges::reverse(alive.blocks);
  return alive;
}

} // namespace brigade
