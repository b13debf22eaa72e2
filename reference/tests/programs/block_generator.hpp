#pragma once

#include "brigade/ir/block_builder.hpp"
#include "programs/choices.hpp"
#include "programs/random_program.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace brigade::testing {

/// Makes a random block, one operation after the other. Of each value it knows what random_program
/// promises.
class BlockGenerator {
public:
  /// `callees`: the blocks that may be called. `is_main`: its parameters are random_arguments.
  BlockGenerator(const std::string &name, const RandomProgramOptions &options, Choices &choices,
                 std::span<const Block> callees, bool is_main);
  Block generate(int operations) &&;

private:
  struct Facts {
    double bound = 0;  ///< no element is larger in size; infinite: unknown
    bool exact = true; ///< the same to the last bit however sums are taken
  };
  using Condition = std::function<bool(ValueId)>;

  // Each appends the operation, and perhaps others that make operands for it, if it finds operands.
  void add(Operation operation);
  void add_source(Operation operation);
  void add_unary(Operation operation);
  void add_convert();
  void add_binary(Operation operation);
  void add_comparison(Operation operation);
  void add_select();
  void add_dot();
  void add_reduction(Operation operation);
  void add_gather();
  void add_scatter_add();
  void add_update_row();
  void add_broadcast();
  void add_reshape();
  void add_transpose();
  void add_slice();
  void add_pad();
  void add_concat();
  void add_reverse();
  void add_annotation(Operation operation);
  void add_block_operation(Operation operation);
  void add_collective(Operation operation);

  // A value that fulfils a condition, mostly one that is not used yet.
  std::optional<ValueId> any(const Condition &condition = [](ValueId) { return true; });
  std::optional<ValueId> any_number();
  // A value of the type: one that there is, or a new one.
  ValueId like(TensorType type);
  ValueId made(TensorType type);
  // The value where it is an integer or within the bound, else its tanh.
  ValueId tamed(ValueId id, double bound);
  // A number at least 1/8 and at most 8.
  ValueId positive(ValueId id);
  std::optional<std::int64_t> dimension_of(ValueId id);
  std::vector<std::int64_t> all_dimensions(std::size_t rank) const;
  TensorType random_type();
  std::int64_t random_size() { return choices_.one_of(options_.sizes); }
  std::vector<std::string> random_axes();
  bool is_small(const Shape &shape) const;

  ValueId append(Operation operation, std::vector<ValueId> operands, Attributes attributes,
                 Facts facts);
  std::vector<ValueId> append_all(Operation operation, std::vector<ValueId> operands,
                                  Attributes attributes, Facts facts,
                                  const Block *callee = nullptr);
  void decorate(ValueId id);
  void parameter();
  std::vector<Result> results();
  const TensorType &type(ValueId id) const { return builder_.type(id); }
  Facts &facts(ValueId id) { return facts_[static_cast<std::size_t>(id.index)]; }
  Facts worst(const std::vector<ValueId> &ids);

  const RandomProgramOptions &options_;
  Choices &choices_;
  std::span<const Block> callees_;
  bool is_main_;
  BlockBuilder builder_;
  std::vector<Facts> facts_;
  std::vector<bool> used_;
};

} // namespace brigade::testing
