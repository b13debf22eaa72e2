#pragma once

#include "brigade/ir/block_builder.hpp"
#include "brigade/ir/text/expression_parser.hpp"
#include "brigade/ir/text/scope.hpp"
#include "brigade/ir/text/token_reader.hpp"

#include <optional>
#include <vector>

namespace brigade {

/// Reads one block: "mlp(a: f32[8, 32] @ [x, -]) { … return c }", from its name to its closing
/// brace.
class BlockParser {
public:
  /// `program`: the mesh, and the blocks before this one, which are at `places`.
  BlockParser(TokenReader &reader, const Program &program, const BlockPlaces &places);
  Block parse() &&;

private:
  /// "c", "c: f32[8] @ [x]" before the = of a statement.
  struct Target {
    Token name;
    std::optional<Token> type_begin;
    TensorType type;
    std::optional<Token> sharding_begin;
    TensorSharding sharding;
  };

  void parameter();
  void statement();
  void assignment();
  Target target();
  void define(const Target &target, ValueId id);
  void result(std::vector<Result> &results);

  TokenReader &reader_;
  BlockBuilder builder_;
  Scope scope_;
  ExpressionParser expressions_;
};

} // namespace brigade
