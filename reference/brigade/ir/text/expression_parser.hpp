#pragma once

#include "brigade/ir/block_builder.hpp"
#include "brigade/ir/text/attribute_reader.hpp"
#include "brigade/ir/text/scope.hpp"
#include "brigade/ir/text/token_reader.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace brigade {

/// Where the blocks that stand above are in Program::blocks, by their names.
using BlockPlaces = std::map<std::string, std::size_t, std::less<>>;

/// Reads operations and their operands, and appends them to a block.
class ExpressionParser {
public:
  /// `program`: the mesh, and the blocks before this one, which are at `places`.
  ExpressionParser(TokenReader &reader, const Program &program, const BlockPlaces &places,
                   BlockBuilder &builder, const Scope &scope)
      : reader_(reader), program_(program), places_(places), builder_(builder), scope_(scope) {}

  /// Does an operation stand next?
  bool begins() const;
  /// An operation with its operands, "relu(add(a, b))"; all values that it makes.
  std::vector<ValueId> operation();
  /// [":" type] ["@" sharding] of a value.
  void annotation(ValueId id);
  /// "@" sharding, which fits the value, but is not yet its own.
  TensorSharding sharding_of(ValueId id);
  /// A type that stands at `begin` must be that of the value.
  void require_type(const Token &begin, const TensorType &type, ValueId id) const;
  /// A sharding that stands at `begin`, with its axes in the mesh's order. Throws InputError if it
  /// does not fit the value, or there is no mesh.
  TensorSharding fitted(const Token &begin, TensorSharding sharding, ValueId id) const;

private:
  struct Operands {
    std::vector<ValueId> values;
    Attributes attributes;
    const Block *callee = nullptr;
  };

  Operation operation_name();
  Operands operands(Operation operation, const Block *callee);
  void item(Operation operation, std::vector<ValueId> &values, AttributeReader &attributes);
  bool at_named_attribute() const;
  ValueId operand();
  const Block &block();
  ValueId einsum(const Token &begin);
  std::vector<ValueId> values_named_as_parameters(const Token &begin, const Block &callee) const;

  TokenReader &reader_;
  const Program &program_;
  const BlockPlaces &places_;
  BlockBuilder &builder_;
  const Scope &scope_;
  int depth_ = 0;
};

} // namespace brigade
