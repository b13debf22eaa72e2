#pragma once

#include "brigade/ir/program.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace brigade {

/// Writes a block, instruction by instruction. Types are inferred and checked as each is added, so
/// an error can name the user's line: "mlp.cpp:12: dot(f32[8, 4], f32[5, 2]): …". Numbers of f32
/// constants are rounded to f32.
class BlockBuilder {
public:
  explicit BlockBuilder(std::string name) { block_.name = std::move(name); }
  /// Goes on where a block ends; its results are dropped.
  explicit BlockBuilder(Block block) : block_(std::move(block)) { block_.results.clear(); }

  ValueId parameter(TensorType type, std::string name = "",
                    std::optional<TensorSharding> sharding = {});
  /// An operation with one result. Throws InputError as infer_types does, with the source line.
  ValueId append(Operation operation, std::vector<ValueId> operands, Attributes attributes = {},
                 SourceLine source = {}, std::optional<Cause> cause = {});
  /// Any operation; `callee` for call, manual and grad.
  std::vector<ValueId> append_all(Operation operation, std::vector<ValueId> operands,
                                  Attributes attributes = {}, SourceLine source = {},
                                  const Block *callee = nullptr);
  void name(ValueId id, std::string name) { block_.value(id).name = std::move(name); }
  void annotate(ValueId id, TensorSharding sharding) {
    block_.value(id).sharding = std::move(sharding);
  }

  /// Another name for a value, of its own until finish puts the value in its place: what is done
  /// with the alias can be told from what is done with the value.
  ValueId alias(ValueId id);
  /// The value that it is an alias of, or none.
  std::optional<ValueId> original(ValueId id) const;
  /// Calls another block in the place of a call's own, with the same arguments. It returns what the
  /// own one did, and then more; all results are returned.
  std::vector<ValueId> replace_call(std::size_t instruction, const Block &callee);

  /// As it stands: with aliases, and values not in the order of their definition.
  const Block &block() const { return block_; }
  const TensorType &type(ValueId id) const { return block_.type(id); }
  Block finish(std::vector<Result> results) &&;

private:
  ValueId define(TensorType type, std::string name = "");

  Block block_;
  std::map<ValueId, ValueId> aliases_;
};

} // namespace brigade
