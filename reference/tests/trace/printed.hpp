#pragma once

#include "brigade/ir/program.hpp"

#include <algorithm>
#include <string>

namespace brigade::testing {

/// How often an operation occurs in a block.
inline std::ptrdiff_t count(const Block &block, Operation operation) {
  return std::ranges::count(block.instructions, operation, &Instruction::operation);
}

/// "dot add relu": the operations of a block in their order.
inline std::string operations(const Block &block) {
  std::string text;
  for (const Instruction &instruction : block.instructions)
    text += (text.empty() ? "" : " ") + std::string(to_string(instruction.operation));
  return text;
}

inline std::vector<std::string> parameter_names(const Program &program) {
  std::vector<std::string> names;
  for (const ValueId id : program.main().parameters)
    names.push_back(program.main().value(id).name);
  return names;
}

inline std::vector<std::string> block_names(const Program &program) {
  std::vector<std::string> names;
  for (const Block &block : program.blocks)
    names.push_back(block.name);
  return names;
}

inline TensorType f32(Shape shape) { return {DType::f32, std::move(shape)}; }
inline TensorType f64(Shape shape) { return {DType::f64, std::move(shape)}; }
inline TensorType i32(Shape shape) { return {DType::i32, std::move(shape)}; }

} // namespace brigade::testing
