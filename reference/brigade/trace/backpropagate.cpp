#include "brigade/trace/backpropagate.hpp"

#include "brigade/core/error.hpp"
#include "brigade/trace/derivatives/activity.hpp"
#include "brigade/trace/derivatives/call.hpp"
#include "brigade/trace/derivatives/derivative.hpp"
#include "brigade/trace/functions/elementwise.hpp"
#include "brigade/trace/functions/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace brigade {

namespace {

std::size_t at(ValueId id) { return static_cast<std::size_t>(id.index); }

// The sweep through a recording from its end to the first input. All values are visited from the
// last to the first: whoever uses a value comes behind it, so its cotangent is complete by then.
class ReverseSweep {
public:
  ReverseSweep(Recording &recording, const std::vector<Tensor> &inputs)
      : recording_(recording), definition_(definitions(block())),
        cotangent_(block().values.size()) {
    std::vector<ValueId> ids;
    for (const Tensor &input : inputs)
      ids.push_back(input.id());
    active_ = active_values(recording.builder(), ids, recording.blocks());
  }

  void add(ValueId id, const Tensor &cotangent) {
    Tensor &sum = cotangent_[at(id)];
    if (active_[at(id)])
      sum = sum.has_value() ? sum + cotangent : cotangent;
  }

  void run() {
    for (std::size_t i = cotangent_.size(); i-- > 0;) {
      const ValueId id{static_cast<std::int32_t>(i)};
      if (const std::optional<ValueId> original = recording_.builder().original(id)) {
        if (cotangent_[i].has_value())
          add(*original, cotangent_[i]);
      } else if (const std::size_t k = definition_[i];
                 k != kNoInstruction && block().instructions[k].results.front() == id) {
        go_back_through(k);
      }
    }
  }

  const Tensor &cotangent(ValueId id) const { return cotangent_[at(id)]; }

private:
  const Block &block() const { return recording_.builder().block(); }

  void go_back_through(std::size_t k) {
    const Instruction instruction = block().instructions[k]; // recording moves the original
    std::vector<Tensor> cotangents;
    for (const ValueId result : instruction.results)
      cotangents.push_back(cotangent_[at(result)]);
    if (std::ranges::none_of(cotangents, &Tensor::has_value))
      return;
    const SourceScope source(recording_, instruction.source);
    switch (instruction.operation) {
    case Operation::barrier:
      for (std::size_t i = 0; i < cotangents.size(); ++i)
        if (cotangents[i].has_value())
          add(instruction.operands[i], cotangents[i]);
      return;
    case Operation::call:
      go_back_through_call(k, cotangents);
      return;
    default:
      go_back_by_rule(instruction, cotangents.front());
    }
  }

  void go_back_by_rule(const Instruction &instruction, const Tensor &cotangent) {
    const Derivative known = derivative(instruction.operation);
    if (!known.rule)
      throw InputError(fmt::format("{}{}{} has no derivative: {}", to_string(instruction.source),
                                   instruction.source.line == 0 ? "" : ": ",
                                   to_string(instruction.operation), known.why_none));
    const std::vector<Tensor> operands = recording_.tensors(instruction.operands);
    const Tensor result = recording_.tensor(instruction.results.front());
    for (std::size_t i = 0; i < operands.size(); ++i)
      if (active_[at(operands[i].id())])
        add(operands[i].id(), known.rule({instruction, operands, result, cotangent}, i));
  }

  void go_back_through_call(std::size_t k, const std::vector<Tensor> &cotangents) {
    const std::vector<ValueId> operands = block().instructions[k].operands;
    std::vector<bool> active;
    for (const ValueId operand : operands)
      active.push_back(active_[at(operand)]);
    const std::vector<Tensor> back = call_derivative(recording_, k, active, cotangents);
    for (std::size_t i = 0; i < operands.size(); ++i)
      if (active[i])
        add(operands[i], back[i]);
  }

  Recording &recording_;
  std::vector<std::size_t> definition_;
  std::vector<Tensor> cotangent_;
  std::vector<bool> active_;
};

} // namespace

std::vector<Tensor> backpropagate(Recording &recording, const std::vector<Tensor> &outputs,
                                  const std::vector<Tensor> &cotangents,
                                  const std::vector<Tensor> &inputs) {
  ReverseSweep sweep(recording, inputs);
  for (std::size_t i = 0; i < outputs.size(); ++i)
    sweep.add(outputs[i].id(), cotangents[i]);
  sweep.run();
  std::vector<Tensor> result;
  for (const Tensor &input : inputs) {
    const Tensor &cotangent = sweep.cotangent(input.id());
    result.push_back(cotangent.has_value() ? cotangent : zeros(input.shape(), input.dtype()));
  }
  return result;
}

} // namespace brigade
