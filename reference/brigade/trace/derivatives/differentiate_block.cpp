#include "brigade/trace/derivatives/differentiate_block.hpp"

#include "brigade/ir/remove_dead.hpp"
#include "brigade/trace/backpropagate.hpp"
#include "brigade/trace/derivatives/activity.hpp"
#include "brigade/trace/replay.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace brigade {

namespace {

// A block with its way back behind it: the original's parameters and instructions, then the
// cotangents of its results as further parameters, then the instructions that go back.
struct ThereAndBack {
  Block block;                  // as it is under construction; returns what the original does
  std::size_t parameters = 0;   // of the original
  std::size_t instructions = 0; // of the way there
  std::vector<std::size_t> with_cotangent; // results of the original
  std::vector<Result> gradients;
};

ThereAndBack there_and_back(RecordedBlocks &blocks, const Block &original,
                            const std::vector<bool> &active) {
  const auto recording = std::make_shared<Recording>(original.name, blocks.shared_from_this());
  const RecordingScope scope(recording);
  ThereAndBack both;
  const std::vector<Tensor> parameters = recording->parameters_of(original);
  const std::vector<Tensor> results = replay(*recording, original, parameters);
  both.parameters = parameters.size();
  both.instructions = recording->builder().block().instructions.size();

  std::vector<Tensor> inputs, outputs, cotangents;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (active[i])
      inputs.push_back(parameters[i]);
  const std::vector<bool> is_active = active_results_of(original, active, blocks);
  for (std::size_t i = 0; i < results.size(); ++i)
    if (is_active[i]) {
      both.with_cotangent.push_back(i);
      outputs.push_back(results[i]);
      cotangents.push_back(recording->parameter(results[i].type(), ""));
    }
  for (const Tensor &gradient : backpropagate(*recording, outputs, cotangents, inputs))
    both.gradients.push_back({gradient.id(), {}});
  both.block = recording->builder().block();
  for (std::size_t i = 0; i < results.size(); ++i)
    both.block.results.push_back({results[i].id(), original.results[i].sharding});
  return both;
}

// What costs nothing to make anew, given its operands, is not kept for the way back.
bool is_made_anew(Operation operation) {
  switch (operation) {
  case Operation::constant:
  case Operation::iota:
  case Operation::broadcast:
  case Operation::reshape:
  case Operation::transpose:
    return true;
  default:
    return false;
  }
}

// Values, each once, in the order in which they came.
class ValueSet {
public:
  explicit ValueSet(const Block &block) : has_(block.values.size(), false) {}
  void insert(ValueId id) {
    if (!has(id))
      order_.push_back(id);
    has_[static_cast<std::size_t>(id.index)] = true;
  }
  bool has(ValueId id) const { return has_[static_cast<std::size_t>(id.index)]; }
  const std::vector<ValueId> &order() const { return order_; }

private:
  std::vector<bool> has_;
  std::vector<ValueId> order_;
};

// The instructions of the way back, before them those that it makes anew, and all values that they
// use.
struct WayBack {
  std::vector<Instruction> instructions;
  ValueSet used;
};

WayBack way_back(const ThereAndBack &both) {
  const Block &block = both.block;
  WayBack back{{}, ValueSet(block)};
  ValueSet at_hand(block); // without a residual: what goes in and comes out of the way there
  for (std::size_t i = 0; i < both.parameters; ++i)
    at_hand.insert(block.parameters[i]);
  for (const Result &result : block.results)
    at_hand.insert(result.value);
  for (const Result &gradient : both.gradients)
    back.used.insert(gradient.value);
  for (std::size_t k = block.instructions.size(); k-- > 0;) {
    const Instruction &instruction = block.instructions[k];
    const auto is_wanted = [&](ValueId id) {
      return back.used.has(id) && (k >= both.instructions || !at_hand.has(id));
    };
    if (std::ranges::none_of(instruction.results, is_wanted) ||
        (k < both.instructions && !is_made_anew(instruction.operation)))
      continue;
    for (const ValueId operand : instruction.operands)
      back.used.insert(operand);
    back.instructions.push_back(instruction);
  }
  std::ranges::reverse(back.instructions);
  return back;
}

} // namespace

const BlockDerivative &differentiate_block(RecordedBlocks &blocks, const BlockDerivativeKey &key) {
  if (const auto known = blocks.derivatives.find(key); known != blocks.derivatives.end())
    return known->second;
  const ThereAndBack both = there_and_back(blocks, blocks.find(key.block), key.active);
  const WayBack back = way_back(both);

  BlockDerivative derivative;
  derivative.cotangents = both.with_cotangent;
  Block forward = both.block, backward = both.block;
  forward.name = key.block + ".forward";
  forward.parameters.resize(both.parameters);
  forward.instructions.resize(both.instructions);
  backward.name = key.block + ".backward";
  backward.instructions = back.instructions;
  backward.results = both.gradients;

  // What the way back does not make it takes: arguments, results, residuals, cotangents.
  ValueSet taken(both.block);
  for (const Instruction &instruction : back.instructions)
    for (const ValueId made : instruction.results)
      taken.insert(made);
  backward.parameters.clear();
  const auto take = [&](ValueId id) {
    if (!back.used.has(id) || taken.has(id))
      return false;
    taken.insert(id);
    backward.parameters.push_back(id);
    return true;
  };
  for (std::size_t i = 0; i < both.parameters; ++i)
    if (take(both.block.parameters[i]))
      derivative.arguments.push_back(i);
  for (std::size_t i = 0; i < both.block.results.size(); ++i)
    if (take(both.block.results[i].value))
      derivative.results.push_back(i);
  for (std::size_t k = 0; k < both.instructions; ++k)
    for (const ValueId id : both.block.instructions[k].results)
      if (take(id))
        forward.results.push_back({id, {}});
  for (std::size_t i = both.parameters; i < both.block.parameters.size(); ++i)
    backward.parameters.push_back(both.block.parameters[i]);

  derivative.forward = blocks.add(remove_dead(forward)).name;
  derivative.backward = blocks.add(remove_dead(backward)).name;
  return blocks.derivatives.emplace(key, std::move(derivative)).first->second;
}

} // namespace brigade
