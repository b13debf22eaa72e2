#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace brigade {

/// What an instruction does: docs/text-form.md says of each what it computes, interpret/ does it.
/// The text form calls them by these names.
enum class Operation {
  // Made from nothing.
  constant,
  iota,
  random,
  // Elementwise, one operand.
  neg,
  relu,
  tanh,
  gelu,
  sigmoid,
  exp,
  log,
  sqrt,
  rsqrt,
  abs,
  sign,
  convert,
  stop_gradient,
  // Elementwise, several operands of one shape.
  add,
  sub,
  mul,
  div,
  max,
  min,
  pow,
  eq,
  lt,
  gt,
  select,
  // Another shape of the same elements.
  broadcast,
  reshape,
  transpose,
  slice,
  pad,
  concat,
  reverse,
  // Sums of products, and reductions.
  dot,
  sum,
  max_reduce,
  min_reduce,
  argmax,
  // Rows of a table.
  gather,
  scatter_add,
  update_row,
  // What the planner and the differentiator are told.
  constraint,
  barrier,
  // Other blocks.
  call,
  manual,
  grad,
  // Collectives: in partitioned programs and in manual regions only.
  all_reduce,
  all_gather,
  reduce_scatter,
  all_to_all,
  permute,
  shard_slice,
};

inline constexpr std::size_t kOperationCount = static_cast<std::size_t>(Operation::shard_slice) + 1;

/// How an operation's results come about; rules, derivatives and kernels are written by kind where
/// they can be.
enum class OperationKind {
  source,      ///< no operand but, for random, a seed
  elementwise, ///< element by element; every operand has the result's shape
  shape,
  contraction,
  reduction,
  rows,
  annotation, ///< the operands pass through unchanged
  block,
  collective,
};

struct OperationInfo {
  std::string_view name; ///< in the text form
  OperationKind kind;
  int least_operands;
  std::optional<int> most_operands; ///< none: any number
};

/// The table of all operations, one line each.
const OperationInfo &info(Operation operation);
std::string_view to_string(Operation operation);
/// None if no operation has the name.
std::optional<Operation> operation_named(std::string_view name);

} // namespace brigade
