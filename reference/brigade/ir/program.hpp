#pragma once

#include "brigade/ir/attributes.hpp"
#include "brigade/ir/operation.hpp"
#include "brigade/ir/tensor_type.hpp"
#include "brigade/mesh/mesh.hpp"
#include "brigade/sharding/tensor_sharding.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brigade {

/// The most axes that a program's mesh may have.
inline constexpr std::size_t kMostAxes = 8;

/// A value of one block: its index in Block::values.
struct ValueId {
  std::int32_t index = -1;
  auto operator<=>(const ValueId &) const = default;
};

/// Where in the user's source an instruction was asked for; line 0 = nowhere, column 0 = somewhere in
/// the line.
struct SourceLine {
  std::string file;
  int line = 0;
  int column = 0;
  bool operator==(const SourceLine &) const = default;
};

/// "mlp.cpp:12", "mlp.txt:3:17"; "" for nowhere.
std::string to_string(const SourceLine &source);

/// What is known of a value. `name` is empty for one that the printer shall number.
struct Value {
  TensorType type;
  std::string name;
  std::optional<TensorSharding> sharding; ///< none = open in every dimension
  bool operator==(const Value &) const = default;
};

/// Why the planner put an instruction into a program: `value` had to come to `operation`, and why it
/// lay otherwise.
struct Cause {
  std::string value, operation, reason;
  std::string sources = {}; ///< where several instructions travel together: the lines of all
  bool operator==(const Cause &) const = default;
};

/// One step: results = operation(operands, attributes). Call, manual, grad and barrier may have
/// several results, as have collectives of several operands; all others have one.
struct Instruction {
  Operation operation = Operation::constant;
  std::vector<ValueId> operands = {};
  std::vector<ValueId> results = {};
  Attributes attributes = {};
  SourceLine source = {};
  std::optional<Cause> cause = {}; ///< none for what the user asked for
  bool operator==(const Instruction &) const = default;
};

/// The name of the block that a call calls.
const std::string &callee_of(const Instruction &call);

/// What a block returns, and how the caller wants it cut (none = as it comes).
struct Result {
  ValueId value;
  std::optional<TensorSharding> sharding;
  SourceLine source = {}; ///< where that is said
  bool operator==(const Result &) const = default;
};

/// Values, each defined once (static single assignment): the parameters, then the results of the
/// instructions in their order. An instruction uses only values that are defined before it.
struct Block {
  std::string name;
  std::vector<Value> values;
  std::vector<ValueId> parameters;
  std::vector<Instruction> instructions;
  std::vector<Result> results;

  const Value &value(ValueId id) const { return values.at(static_cast<std::size_t>(id.index)); }
  Value &value(ValueId id) { return values.at(static_cast<std::size_t>(id.index)); }
  const TensorType &type(ValueId id) const { return value(id).type; }
  bool operator==(const Block &) const = default;
};

/// A program for one device, or, where every value has a sharding and collectives stand between
/// them, one that every device of the mesh runs on its own blocks. Types give the sizes of whole
/// arrays in both.
struct Program {
  std::optional<Mesh> mesh;
  std::vector<Block> blocks; ///< a block comes after those that it calls; the last one is the program

  const Block &main() const { return blocks.back(); }
  Block &main() { return blocks.back(); }
  /// Throws InputError naming the block and those that there are.
  const Block &block(std::string_view name) const;
  bool operator==(const Program &) const = default;
};

/// In all blocks, each counted once.
std::size_t instruction_count(const Program &program);

} // namespace brigade
