#include "brigade/gspmd/same_values.hpp"

#include "brigade/gspmd/choose.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace brigade {

namespace {

bool are_same(const Block &here, ValueId value, const Block &there, ValueId other) {
  return here.type(value) == there.type(other) && here.value(value).name == there.value(other).name;
}

std::vector<const Instruction *> propagated_instructions(const Block &block) {
  std::vector<const Instruction *> instructions;
  for (const Instruction &instruction : block.instructions)
    if (!is_chosen_gather(instruction))
      instructions.push_back(&instruction);
  return instructions;
}

/// The values of both plans, as far as they were found.
class Alignment {
public:
  Alignment(const Block &here, const Block &there) : here_(here), there_(there) {}

  bool take(const std::vector<ValueId> &values, const std::vector<ValueId> &others) {
    for (std::size_t i = 0; i < std::min(values.size(), others.size()); ++i)
      if (!take(values[i], others[i]))
        return false;
    return values.size() == others.size();
  }

  // From the front, to the first instruction that one of them does not have.
  void take_front() {
    if (!take(here_.parameters, there_.parameters))
      return;
    const std::vector<const Instruction *> instructions = propagated_instructions(here_),
                                           others = propagated_instructions(there_);
    for (std::size_t i = 0, j = 0; i < instructions.size() && j < others.size(); ++i, ++j) {
      if (instructions[i]->operation != others[j]->operation) {
        if (others[j]->operation == Operation::argmax)
          i = last_of_shared(here_, instructions, i, there_.type(others[j]->results[0]));
        else if (instructions[i]->operation == Operation::argmax)
          j = last_of_shared(there_, others, j, here_.type(instructions[i]->results[0]));
        else
          return;
      }
      if (i == instructions.size() || j == others.size() ||
          !take(instructions[i]->results, others[j]->results))
        return;
    }
  }

  // From the back, to what was taken from the front.
  void take_back() {
    const std::vector<ValueId> values = propagated_values(here_),
                               others = propagated_values(there_);
    std::size_t i = values.size(), j = others.size();
    const std::size_t first_behind = same_.size();
    while (i > 0 && j > 0 && are_same(here_, values[i - 1], there_, others[j - 1]) &&
           (first_behind == 0 || (values[i - 1] != same_[first_behind - 1].here &&
                                  others[j - 1] != same_[first_behind - 1].there)))
      same_.push_back({values[--i], others[--j]});
    std::reverse(same_.begin() + static_cast<std::ptrdiff_t>(first_behind), same_.end());
  }

  std::vector<SameValue> same() && { return std::move(same_); }

private:
  bool take(ValueId value, ValueId other) {
    if (!are_same(here_, value, there_, other))
      return false;
    same_.push_back({value, other});
    return true;
  }

  // Of the instructions in place of an argmax: the sum that gives what it would.
  static std::size_t last_of_shared(const Block &block,
                                    const std::vector<const Instruction *> &instructions,
                                    std::size_t first, const TensorType &type) {
    const auto sum = std::find_if(instructions.begin() + static_cast<std::ptrdiff_t>(first),
                                  instructions.end(), [&](const Instruction *each) {
                                    return each->operation == Operation::sum &&
                                           block.type(each->results[0]) == type;
                                  });
    return static_cast<std::size_t>(sum - instructions.begin());
  }

  const Block &here_, &there_;
  std::vector<SameValue> same_;
};

} // namespace

std::vector<SameValue> same_values(const Block &here, const Block &there) {
  Alignment alignment(here, there);
  alignment.take_front();
  alignment.take_back();
  return std::move(alignment).same();
}

} // namespace brigade
