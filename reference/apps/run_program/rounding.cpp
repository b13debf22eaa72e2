#include "rounding.hpp"

#include "brigade/ir/difference.hpp"
#include "brigade/ir/inline_calls.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace brigade {

namespace {

bool rounds(Operation operation) {
  const OperationKind kind = info(operation).kind;
  return kind == OperationKind::elementwise || kind == OperationKind::contraction ||
         operation == Operation::sum || operation == Operation::scatter_add;
}

std::optional<DType> coarser(const std::optional<DType> &a, const std::optional<DType> &b) {
  if (a == DType::f32 || b == DType::f32)
    return DType::f32;
  return a ? a : b;
}

} // namespace

std::vector<std::optional<DType>> rounded_as(const Program &program) {
  const Program inlined = inline_calls(program);
  const Block &block = inlined.main();
  std::vector<std::optional<DType>> rounded(block.values.size());
  const auto at = [&](ValueId id) -> std::optional<DType> & {
    return rounded[static_cast<std::size_t>(id.index)];
  };
  for (const Instruction &instruction : block.instructions) {
    std::optional<DType> coarsest;
    for (const ValueId operand : instruction.operands)
      coarsest = coarser(coarsest, at(operand));
    for (const ValueId result : instruction.results) {
      const DType type = block.type(result).dtype;
      at(result) =
          is_floating(type) && rounds(instruction.operation) ? coarser(coarsest, type) : coarsest;
    }
  }
  std::vector<std::optional<DType>> results;
  for (const Result &result : block.results)
    results.push_back(at(result.value));
  return results;
}

double allowed_by_rounding(DType type) { return type == DType::f32 ? 1e-3 : 1e-10; }

double share_of_rounding(const Literal &expected, const Literal &got,
                         const std::optional<DType> &type) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  const double found = difference(expected, got).relative;
  if (!type || found == 0)
    return found == 0 ? 0 : kInfinite;
  const double from_rounding = allowed_by_rounding(*type);
  if (is_floating(expected.type().dtype))
    return found / from_rounding;
  double largest = 0;
  for (std::int64_t i = 0; i < expected.size(); ++i)
    largest = std::max(largest, std::abs(expected.number(i)));
  const bool is_bool = expected.type().dtype == DType::boolean;
  const double near = is_bool ? 0 : std::max(1.0, from_rounding * largest);
  std::int64_t far = 0;
  double farthest = 0;
  for (std::int64_t i = 0; i < expected.size(); ++i) {
    const double apart = std::abs(expected.number(i) - got.number(i));
    far += apart > near;
    farthest = std::max(farthest, apart);
  }
  const std::int64_t may_be_far = std::max<std::int64_t>(is_bool ? 1 : 0, expected.size() / 100);
  return far == 0 ? farthest / near : static_cast<double>(far) / static_cast<double>(may_be_far);
}

} // namespace brigade
