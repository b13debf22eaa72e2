#include "brigade/gspmd/alike_calls.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace brigade {

namespace {

/// A place of a call: the block that calls, which of the joined values lies behind the boundary,
/// and how many barriers stand before the call, since what is made is not shared across them.
using Place = std::array<std::size_t, 3>;

struct Places {
  std::vector<Place> made, given;
  bool has_others = false; ///< something else than a call makes or needs the value
};

std::vector<Places> places_of_values(const JoinedBlocks &joined) {
  const auto index = [](ValueId id) { return static_cast<std::size_t>(id.index); };
  std::vector<Places> all(joined.block.values.size());
  std::vector<std::size_t> barriers(joined.firsts.size(), 0);
  for (std::size_t i = 0; i < joined.block.instructions.size(); ++i) {
    const Instruction &instruction = joined.block.instructions[i];
    const auto [block, at, step] = joined.origins[i];
    for (const ValueId id : instruction.operands) {
      Places &of = all[index(id)];
      if (step == JoinedBlocks::Step::argument)
        of.given.push_back({block, index(instruction.results[0]), barriers[block]});
      else
        of.has_others = true;
    }
    for (const ValueId id : instruction.results) {
      Places &of = all[index(id)];
      if (step == JoinedBlocks::Step::call_result)
        of.made.push_back({block, index(instruction.operands[0]), barriers[block]});
      else
        of.has_others = true;
    }
    barriers[block] += instruction.operation == Operation::barrier;
  }
  return all;
}

} // namespace

std::vector<std::size_t> alike_values(const JoinedBlocks &joined,
                                      const std::vector<std::vector<std::int64_t>> &said) {
  using About = std::pair<std::vector<std::int64_t>, std::array<std::vector<Place>, 2>>;
  std::vector<Places> places = places_of_values(joined);
  std::map<About, std::size_t> first;
  std::vector<std::size_t> like;
  for (std::size_t value = 0; value < places.size(); ++value) {
    Places &of = places[value];
    like.push_back(value);
    if (of.has_others || (of.made.empty() && of.given.empty()))
      continue;
    std::ranges::sort(of.given);
    like.back() = first.try_emplace({said[value], {of.made, of.given}}, value).first->second;
  }
  return like;
}

} // namespace brigade
