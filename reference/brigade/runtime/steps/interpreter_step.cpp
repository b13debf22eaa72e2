#include "brigade/runtime/steps/interpreter_step.hpp"

#include "brigade/ir/interpret.hpp"
#include "brigade/runtime/executor/literal_bytes.hpp"

#include <cstring>
#include <utility>
#include <vector>

namespace brigade {

namespace {

class InterpreterStep final : public Step {
public:
  InterpreterStep(Instruction instruction, std::vector<TensorType> types,
                  std::vector<Address> operands, std::vector<Address> results)
      : instruction_(std::move(instruction)), types_(std::move(types)),
        operands_(std::move(operands)), results_(std::move(results)) {}

  void run(Bases bases) override {
    std::vector<Literal> operands;
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      Literal &operand = operands.emplace_back(types_[i]);
      if (operand.size() > 0)
        std::memcpy(bytes_of(operand), operands_[i].in(bases),
                    static_cast<std::size_t>(types_[i].bytes()));
    }
    const std::vector<Literal> results = evaluate(instruction_, operands);
    for (std::size_t i = 0; i < results.size(); ++i)
      if (results[i].size() > 0)
        std::memcpy(results_[i].in(bases), bytes_of(results[i]),
                    static_cast<std::size_t>(results[i].type().bytes()));
  }

private:
  Instruction instruction_;
  std::vector<TensorType> types_; // of the operands
  std::vector<Address> operands_, results_;
};

} // namespace

std::unique_ptr<Step> interpreter_step(const StepSource &source, std::size_t unit) {
  const Instruction &instruction = source.instruction(source.units.units[unit].instructions[0]);
  std::vector<TensorType> types;
  std::vector<Address> operands, results;
  for (const ValueId operand : instruction.operands) {
    types.push_back(source.type(operand));
    operands.push_back(source.address(operand));
  }
  for (const ValueId result : instruction.results)
    results.push_back(source.address(result));
  return std::make_unique<InterpreterStep>(instruction, std::move(types), std::move(operands),
                                           std::move(results));
}

} // namespace brigade
