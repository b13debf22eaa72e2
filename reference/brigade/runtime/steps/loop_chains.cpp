#include "brigade/runtime/steps/loop_chains.hpp"

#include "brigade/runtime/tiles/chain.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace brigade {

namespace {

/// Links of a chain at most: without optimisation, each is a call within the one before it.
constexpr std::size_t kMostLinks = 64;

class ChainSearch {
public:
  ChainSearch(const StepSource &source, const Unit &unit, const LoopReading &reading)
      : source_(source), unit_(unit), reading_(reading) {
    for (std::size_t place = 0; place < unit.instructions.size(); ++place)
      for (const ValueId operand : at(place).operands)
        ++uses_[operand];
  }

  std::vector<LoopChain> run() {
    for (std::size_t place = 0; place < unit_.instructions.size(); ++place) {
      if (is_loop_reduction(at(place).operation))
        continue;
      if (chain_.size() + 2 > kMostLinks)
        end_chain();
      if (is_selected_by_comparison(place)) {
        take(place);
        take(++place);
      } else if (is_alone_linkable(place)) {
        take(place);
      } else {
        end_chain();
      }
    }
    end_chain();
    return std::move(chains_);
  }

private:
  const Instruction &at(std::size_t place) const {
    return source_.instruction(unit_.instructions[place]);
  }
  ValueId result(std::size_t place) const { return at(place).results[0]; }
  DType type(std::size_t place) const { return source_.type(result(place)).dtype; }
  bool is_written(std::size_t place) const {
    return std::ranges::find(unit_.writes, result(place)) != unit_.writes.end();
  }
  bool has_one_use(std::size_t place) const {
    return uses_.at(result(place)) == 1 && !is_written(place);
  }

  bool is_alone_linkable(std::size_t place) const {
    const Operation operation = at(place).operation;
    return reading_.is_computed(place) && can_be_linked(operation, type(place)) &&
           !is_comparison(operation) && operation != Operation::select;
  }

  // A comparison, and right behind it the select that alone reads it, of the type of what is
  // compared.
  bool is_selected_by_comparison(std::size_t place) const {
    if (place + 1 == unit_.instructions.size() || !reading_.is_computed(place) ||
        !reading_.is_computed(place + 1))
      return false;
    const Instruction &comparison = at(place), &select = at(place + 1);
    return is_comparison(comparison.operation) && select.operation == Operation::select &&
           select.operands[0] == result(place) && has_one_use(place) &&
           can_be_linked(Operation::select, type(place + 1)) &&
           source_.type(comparison.operands[0]).dtype == type(place + 1);
  }

  void take(std::size_t place) {
    // A comparison is of the type of its operands, as its select is.
    const DType taken = source_.type(at(place).operands.back()).dtype;
    if (!chain_.empty() && taken != chain_type_)
      end_chain();
    chain_type_ = taken;
    join_inner(place);
    chain_.push_back({place, inner_});
    makers_[result(place)] = place;
  }

  // Of an operation's two operands, one runs, so it comes to no memory. The other one may be the
  // result of an inner operation, which then need not come there either.
  void join_inner(std::size_t outer) {
    inner_.reset();
    const std::vector<ValueId> &operands = at(outer).operands;
    if (operands.size() != 2 || operands[0] == operands[1] || chain_.size() < 2)
      return;
    const std::size_t last = chain_.size() - 1;
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
      const ValueId inner = operands[i], runs = operands[1 - i];
      const auto maker = makers_.find(inner);
      if (maker == makers_.end())
        continue;
      const auto link = std::ranges::find(chain_, maker->second, &LinkedPlace::place);
      const auto position = static_cast<std::size_t>(link - chain_.begin());
      if (result(chain_[position == last ? last - 1 : last].place) != runs ||
          !can_be_done_with(position, outer))
        continue;
      inner_ = maker->second;
      chain_.erase(link);
      return;
    }
  }

  // An inner operation takes what lies in memory, or numbers, and nothing is written before its
  // time has come.
  bool can_be_done_with(std::size_t position, std::size_t outer) const {
    const std::size_t inner = chain_[position].place;
    if (!can_be_inner(at(inner).operation, at(outer).operation) || chain_[position].inner ||
        !has_one_use(inner))
      return false;
    const std::vector<ValueId> &operands = at(inner).operands;
    if (std::ranges::all_of(operands, reading_.is_number))
      return false;
    for (const ValueId operand : operands)
      if (const auto maker = makers_.find(operand);
          maker != makers_.end() && !is_written(maker->second))
        return false;
    return std::none_of(chain_.begin() + static_cast<std::ptrdiff_t>(position), chain_.end(),
                        [&](const LinkedPlace &link) { return is_written(link.place); });
  }

  void end_chain() {
    if (chain_.size() > 1)
      chains_.push_back(std::move(chain_));
    chain_.clear();
    makers_.clear();
  }

  const StepSource &source_;
  const Unit &unit_;
  const LoopReading &reading_;
  std::map<ValueId, std::size_t> uses_;
  LoopChain chain_;
  std::map<ValueId, std::size_t> makers_; // of results of the chain, by place
  std::optional<std::size_t> inner_;
  DType chain_type_ = DType::f32;
  std::vector<LoopChain> chains_;
};

} // namespace

std::vector<LoopChain> find_loop_chains(const StepSource &source, const Unit &unit,
                                        const LoopReading &reading) {
  return ChainSearch(source, unit, reading).run();
}

} // namespace brigade
