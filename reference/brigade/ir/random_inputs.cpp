#include "brigade/ir/random_inputs.hpp"

#include "brigade/core/random.hpp"
#include "brigade/ir/inline_calls.hpp"

#include <algorithm>
#include <optional>

namespace brigade {

namespace {

/// What the operations that a value goes to ask of its elements.
struct Demand {
  std::optional<std::int64_t> rows; ///< they number the rows of a table of so many
  bool positive = false;

  void join(const Demand &other) {
    if (other.rows)
      rows = std::min(rows.value_or(*other.rows), *other.rows);
    positive = positive || other.positive;
  }
};

/// Goes through the program from its end, so that each value's demand is known where it is defined.
class Demands {
public:
  explicit Demands(const Block &block) : block_(block), demands_(block.values.size()) {
    for (auto i = block.instructions.rbegin(); i != block.instructions.rend(); ++i) {
      pass_on(*i);
      ask(*i);
    }
  }
  const Demand &of(ValueId id) const { return demands_[static_cast<std::size_t>(id.index)]; }

private:
  Demand &at(ValueId id) { return demands_[static_cast<std::size_t>(id.index)]; }
  void number_rows(ValueId ids, std::int64_t rows) { at(ids).join({.rows = rows}); }

  void pass_on(const Instruction &instruction) {
    switch (info(instruction.operation).kind) {
    case OperationKind::shape:
      for (const ValueId operand : instruction.operands)
        at(operand).join(of(instruction.results[0]));
      break;
    case OperationKind::annotation:
      for (std::size_t i = 0; i < instruction.operands.size(); ++i)
        at(instruction.operands[i]).join(of(instruction.results[i]));
      break;
    default:
      if (instruction.operation == Operation::convert ||
          instruction.operation == Operation::stop_gradient)
        at(instruction.operands[0]).join(of(instruction.results[0]));
      break;
    }
  }

  void ask(const Instruction &instruction) {
    const std::vector<ValueId> &operands = instruction.operands;
    switch (instruction.operation) {
    case Operation::gather:
      number_rows(operands[1], block_.type(operands[0]).shape[0]);
      break;
    case Operation::scatter_add:
      number_rows(operands[0], block_.type(instruction.results[0]).shape[0]);
      break;
    case Operation::update_row:
      number_rows(operands[2], block_.type(operands[0]).shape[0]);
      break;
    case Operation::div:
      if (is_integer(block_.type(operands[1]).dtype))
        at(operands[1]).positive = true;
      break;
    case Operation::pow:
      at(operands[0]).positive = true;
      if (is_integer(block_.type(operands[1]).dtype))
        at(operands[1]).positive = true;
      break;
    case Operation::log:
    case Operation::sqrt:
    case Operation::rsqrt:
      at(operands[0]).positive = true;
      break;
    default:
      break;
    }
  }

  const Block &block_;
  std::vector<Demand> demands_;
};

double element(const RandomStream &random, std::uint64_t i, DType type, const Demand &demand) {
  if (type == DType::boolean)
    return static_cast<double>(random.integer(i, 2));
  if (demand.rows)
    return *demand.rows == 0 ? 0 : static_cast<double>(random.integer(i, *demand.rows));
  if (is_integer(type))
    return static_cast<double>(demand.positive ? random.integer(i, 3) + 1
                                               : random.integer(i, 7) - 3);
  return demand.positive ? random.uniform(i) + 0.5 : random.normal(i);
}

} // namespace

std::vector<Literal> random_inputs(const Program &program, std::uint64_t seed) {
  const Program inlined = inline_calls(program);
  const Block &block = inlined.main();
  const Demands demands(block);
  std::vector<Literal> inputs;
  for (const ValueId parameter : block.parameters) {
    const TensorType &type = block.type(parameter);
    const RandomStream random(seed, inputs.size());
    std::vector<double> numbers(static_cast<std::size_t>(type.size()));
    for (std::size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = element(random, i, type.dtype, demands.of(parameter));
    // No number at all stands for all elements of an empty array.
    inputs.push_back(numbers.empty() ? Literal(type) : Literal::from_numbers(type, numbers));
  }
  return inputs;
}

} // namespace brigade
