#pragma once

#include "brigade/core/reduce_op.hpp"
#include "brigade/gspmd/layout.hpp"
#include "brigade/ir/program.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace brigade {

/// What a factor's axes do to the operation.
enum class FactorKind {
  pass_through, ///< devices compute different parts of the result
  reduction,    ///< devices compute partial results, which are unreduced over the factor's axes
  whole,        ///< no axes: every device needs the whole of it
};

/// A loop of the operation.
struct Factor {
  std::int64_t size = 1;
  FactorKind kind = FactorKind::pass_through;
  bool operator==(const Factor &) const = default;
};

/// The factors that make up one dimension, major first; several where a reshape merges or splits.
using DimensionFactors = std::vector<std::size_t>;
/// One entry a dimension.
using ValueFactors = std::vector<DimensionFactors>;

/// An operation as loops over factors: which dimension of which operand and result runs with which
/// factor. dot: `(i, k), (k, j) -> (i, j), reduction {k}`.
struct Rule {
  std::vector<Factor> factors;
  std::vector<ValueFactors> operands, results;
  ReduceOp reduction = ReduceOp::sum; ///< of the reduction factors
  bool operator==(const Rule &) const = default;
};

/// The rule of an instruction of `block`. Calls have none: their blocks are planned.
Rule rule_of(const Block &block, const Instruction &instruction);

/// "i", "j", …: how texts call a factor.
std::string factor_name(std::size_t factor);
/// "(i,k), (k,j) -> (i,j), reduction {k}"; a merged dimension is written ij.
std::string to_string(const Rule &rule);

} // namespace brigade
