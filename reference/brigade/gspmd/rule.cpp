#include "brigade/gspmd/rule.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace brigade {

namespace {

/// Adds factors and says which dimensions have them.
class RuleWriter {
public:
  explicit RuleWriter(const Block &block, const Instruction &instruction)
      : block_(block), instruction_(instruction) {
    for (const ValueId operand : instruction.operands)
      rule_.operands.emplace_back(block.type(operand).rank());
    for (const ValueId result : instruction.results)
      rule_.results.emplace_back(block.type(result).rank());
  }

  const Shape &operand_shape(std::size_t i) const {
    return block_.type(instruction_.operands[i]).shape;
  }
  const Shape &result_shape(std::size_t i = 0) const {
    return block_.type(instruction_.results[i]).shape;
  }
  DType operand_dtype(std::size_t i) const { return block_.type(instruction_.operands[i]).dtype; }
  template <class Kind> const Kind &attributes() const {
    return std::get<Kind>(instruction_.attributes);
  }
  const Instruction &instruction() const { return instruction_; }

  std::size_t factor(std::int64_t size, FactorKind kind = FactorKind::pass_through) {
    rule_.factors.push_back({size, kind});
    return rule_.factors.size() - 1;
  }
  DimensionFactors &operand(std::size_t i, std::size_t dim) { return rule_.operands[i][dim]; }
  DimensionFactors &result(std::size_t dim, std::size_t i = 0) { return rule_.results[i][dim]; }
  /// A factor that only dimension `dim` of operand `i` has.
  void operand_alone(std::size_t i, std::size_t dim, FactorKind kind) {
    operand(i, dim).push_back(factor(operand_shape(i)[dim], kind));
  }
  void result_alone(std::size_t dim, FactorKind kind = FactorKind::pass_through) {
    result(dim).push_back(factor(result_shape()[dim], kind));
  }
  /// One factor that goes through from operand to result.
  void through(std::size_t i, std::size_t operand_dim, std::size_t result_dim,
               std::size_t result_index = 0) {
    const std::size_t f = factor(operand_shape(i)[operand_dim]);
    operand(i, operand_dim).push_back(f);
    result(result_dim, result_index).push_back(f);
  }
  void reduction(ReduceOp op) { rule_.reduction = op; }
  Rule finish() && { return std::move(rule_); }

private:
  const Block &block_;
  const Instruction &instruction_;
  Rule rule_;
};

bool contains(const std::vector<std::int64_t> &dims, std::size_t dim) {
  return std::ranges::find(dims, static_cast<std::int64_t>(dim)) != dims.end();
}

void made_from_nothing(RuleWriter &rule) {
  for (std::size_t dim = 0; dim < rule.result_shape().size(); ++dim)
    rule.result_alone(dim);
}

void elementwise(RuleWriter &rule) {
  for (std::size_t dim = 0; dim < rule.result_shape().size(); ++dim) {
    const std::size_t f = rule.factor(rule.result_shape()[dim]);
    for (std::size_t i = 0; i < rule.instruction().operands.size(); ++i)
      rule.operand(i, dim).push_back(f);
    rule.result(dim).push_back(f);
  }
}

void each_for_itself(RuleWriter &rule) {
  for (std::size_t i = 0; i < rule.instruction().operands.size(); ++i)
    for (std::size_t dim = 0; dim < rule.operand_shape(i).size(); ++dim)
      rule.through(i, dim, dim, i);
}

void broadcast(RuleWriter &rule) {
  const auto &dims = rule.attributes<BroadcastAttributes>().dims;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    const auto to = static_cast<std::size_t>(dims[i]);
    if (rule.operand_shape(0)[i] == rule.result_shape()[to])
      rule.through(0, i, to);
  }
  for (std::size_t dim = 0; dim < rule.result_shape().size(); ++dim)
    if (rule.result(dim).empty())
      rule.result_alone(dim);
}

// Walks over both shapes from the major end. What remains of the two current dimensions is divided
// by their greatest common divisor, which is a factor of both. Where nothing common is left, the
// rest of both up to the next place where the shapes meet has no factor that goes through.
void reshape(RuleWriter &rule) {
  const Shape &from = rule.operand_shape(0), &to = rule.result_shape();
  if (element_count(from) == 0)
    return;
  std::size_t i = 0, j = 0;
  std::int64_t left = 1, right = 1; // of dimensions i and j
  bool apart = false;               // since the last place where the shapes met
  const auto next = [](const Shape &shape, std::size_t &dim, std::int64_t &rest, bool first) {
    if (!first)
      ++dim;
    while (dim < shape.size() && shape[dim] == 1)
      ++dim;
    rest = dim < shape.size() ? shape[dim] : 1;
  };
  next(from, i, left, true);
  next(to, j, right, true);
  while (i < from.size() && j < to.size()) {
    const std::int64_t common = std::gcd(left, right);
    if (!apart && common > 1) {
      const std::size_t f = rule.factor(common);
      rule.operand(0, i).push_back(f);
      rule.result(j).push_back(f);
      left /= common;
      right /= common;
    } else if (left > 1 && right > 1) {
      apart = true;
    }
    if (apart) {
      // Products of what remains, until they are equal again.
      std::int64_t before = left, behind = right;
      while (before != behind) {
        if (before < behind) {
          rule.operand(0, i).push_back(rule.factor(left, FactorKind::whole));
          next(from, i, left, false);
          before *= left;
        } else {
          rule.result(j).push_back(rule.factor(right, FactorKind::whole));
          next(to, j, right, false);
          behind *= right;
        }
      }
      rule.operand(0, i).push_back(rule.factor(left, FactorKind::whole));
      rule.result(j).push_back(rule.factor(right, FactorKind::whole));
      left = right = 1;
      apart = false;
    }
    if (left == 1)
      next(from, i, left, false);
    if (right == 1)
      next(to, j, right, false);
  }
}

void transpose(RuleWriter &rule) {
  const auto &perm = rule.attributes<TransposeAttributes>().perm;
  for (std::size_t dim = 0; dim < perm.size(); ++dim)
    rule.through(0, static_cast<std::size_t>(perm[dim]), dim);
}

// Dimensions that the operation leaves as they are go through, all others are whole.
template <class IsKept> void dimension_by_dimension(RuleWriter &rule, IsKept is_kept) {
  for (std::size_t dim = 0; dim < rule.result_shape().size(); ++dim)
    if (is_kept(dim)) {
      const std::size_t f = rule.factor(rule.result_shape()[dim]);
      for (std::size_t i = 0; i < rule.instruction().operands.size(); ++i)
        rule.operand(i, dim).push_back(f);
      rule.result(dim).push_back(f);
    } else {
      for (std::size_t i = 0; i < rule.instruction().operands.size(); ++i)
        rule.operand_alone(i, dim, FactorKind::whole);
      rule.result_alone(dim, FactorKind::whole);
    }
}

void dot(RuleWriter &rule) {
  const auto &[batch, contract] = rule.attributes<DotAttributes>();
  std::size_t result_dim = 0;
  for (std::size_t i = 0; i < batch.left.size(); ++i) {
    const auto left = static_cast<std::size_t>(batch.left[i]);
    rule.through(0, left, result_dim);
    rule.operand(1, static_cast<std::size_t>(batch.right[i])) = rule.result(result_dim);
    ++result_dim;
  }
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t dim = 0; dim < rule.operand_shape(i).size(); ++dim)
      if (!contains(i == 0 ? batch.left : batch.right, dim) &&
          !contains(i == 0 ? contract.left : contract.right, dim))
        rule.through(i, dim, result_dim++);
  for (std::size_t i = 0; i < contract.left.size(); ++i) {
    const auto left = static_cast<std::size_t>(contract.left[i]);
    rule.operand_alone(0, left, FactorKind::reduction);
    rule.operand(1, static_cast<std::size_t>(contract.right[i])) = rule.operand(0, left);
  }
}

void reduce(RuleWriter &rule, ReduceOp op, FactorKind kind) {
  rule.reduction(op);
  std::size_t result_dim = 0;
  for (std::size_t dim = 0; dim < rule.operand_shape(0).size(); ++dim)
    if (contains(rule.attributes<DimensionsAttributes>().dims, dim))
      rule.operand_alone(0, dim, kind);
    else
      rule.through(0, dim, result_dim++);
}

// A device that lacks a row adds zeros for it.
void gather(RuleWriter &rule) {
  rule.operand_alone(
      0, 0, rule.operand_dtype(0) == DType::boolean ? FactorKind::whole : FactorKind::reduction);
  const std::size_t ids_rank = rule.operand_shape(1).size();
  for (std::size_t dim = 0; dim < ids_rank; ++dim)
    rule.through(1, dim, dim);
  for (std::size_t dim = 1; dim < rule.operand_shape(0).size(); ++dim)
    rule.through(0, dim, ids_rank + dim - 1);
}

// A device adds up the rows that it has, of those for its part of the table.
void scatter_add(RuleWriter &rule) {
  const std::size_t ids_rank = rule.operand_shape(0).size();
  for (std::size_t dim = 0; dim < ids_rank; ++dim) {
    rule.operand_alone(0, dim, FactorKind::reduction);
    rule.operand(1, dim) = rule.operand(0, dim);
  }
  rule.result_alone(0);
  for (std::size_t dim = 1; dim < rule.result_shape().size(); ++dim)
    rule.through(1, ids_rank + dim - 1, dim);
}

void update_row(RuleWriter &rule) {
  for (std::size_t dim = 0; dim < rule.result_shape().size(); ++dim) {
    rule.through(0, dim, dim);
    if (dim > 0)
      rule.operand(1, dim - 1) = rule.result(dim);
  }
}

} // namespace

Rule rule_of(const Block &block, const Instruction &instruction) {
  RuleWriter rule(block, instruction);
  switch (instruction.operation) {
  case Operation::constant:
  case Operation::iota:
  case Operation::random:
    made_from_nothing(rule);
    break;
  case Operation::broadcast:
    broadcast(rule);
    break;
  case Operation::reshape:
    reshape(rule);
    break;
  case Operation::transpose:
    transpose(rule);
    break;
  case Operation::slice: {
    const auto &attributes = rule.attributes<SliceAttributes>();
    dimension_by_dimension(rule, [&](std::size_t dim) {
      return rule.operand_shape(0)[dim] == rule.result_shape()[dim] &&
             (attributes.step.empty() || attributes.step[dim] == 1);
    });
    break;
  }
  case Operation::pad:
    dimension_by_dimension(rule, [&](std::size_t dim) {
      return rule.operand_shape(0)[dim] == rule.result_shape()[dim];
    });
    break;
  case Operation::concat:
    dimension_by_dimension(rule, [&](std::size_t dim) {
      return static_cast<std::int64_t>(dim) != rule.attributes<ConcatAttributes>().dim;
    });
    break;
  case Operation::reverse:
    dimension_by_dimension(rule, [&](std::size_t dim) {
      return !contains(rule.attributes<DimensionsAttributes>().dims, dim);
    });
    break;
  case Operation::dot:
    dot(rule);
    break;
  case Operation::sum:
    reduce(rule, ReduceOp::sum, FactorKind::reduction);
    break;
  case Operation::max_reduce:
    reduce(rule, ReduceOp::max, FactorKind::reduction);
    break;
  case Operation::min_reduce:
    reduce(rule, ReduceOp::min, FactorKind::reduction);
    break;
  case Operation::argmax:
    reduce(rule, ReduceOp::sum, FactorKind::whole);
    break;
  case Operation::gather:
    gather(rule);
    break;
  case Operation::scatter_add:
    scatter_add(rule);
    break;
  case Operation::update_row:
    update_row(rule);
    break;
  case Operation::constraint:
  case Operation::barrier:
    each_for_itself(rule);
    break;
  default:
    if (const std::string source = to_string(instruction.source);
        info(instruction.operation).kind != OperationKind::elementwise)
      throw InputError(fmt::format("{}{}{} has no rule: {}", source, source.empty() ? "" : ": ",
                                   to_string(instruction.operation),
                                   info(instruction.operation).kind == OperationKind::collective
                                       ? "a program is planned before it has collectives"
                                       : "its block has a plan of its own"));
    elementwise(rule);
  }
  return std::move(rule).finish();
}

std::string factor_name(std::size_t factor) {
  return factor < 18 ? std::string(1, static_cast<char>('i' + factor)) : fmt::format("f{}", factor);
}

std::string to_string(const Rule &rule) {
  const auto value = [&](const ValueFactors &dimensions) {
    std::vector<std::string> entries;
    for (const DimensionFactors &factors : dimensions) {
      std::string entry;
      for (const std::size_t factor : factors)
        entry += factor_name(factor);
      entries.push_back(entry.empty() ? "-" : entry);
    }
    return fmt::format("({})", fmt::join(entries, ","));
  };
  const auto list = [&](const std::vector<ValueFactors> &values) {
    std::vector<std::string> texts;
    for (const ValueFactors &each : values)
      texts.push_back(value(each));
    return fmt::format("{}", fmt::join(texts, ", "));
  };
  std::string text = fmt::format("{} -> {}", list(rule.operands), list(rule.results));
  for (const auto &[kind, word] :
       {std::pair{FactorKind::reduction, "reduction"}, std::pair{FactorKind::whole, "whole"}}) {
    std::vector<std::string> letters;
    for (std::size_t i = 0; i < rule.factors.size(); ++i)
      if (rule.factors[i].kind == kind)
        letters.push_back(factor_name(i));
    if (!letters.empty())
      text += fmt::format(", {} {{{}}}", word, fmt::join(letters, ","));
  }
  return text;
}

} // namespace brigade
