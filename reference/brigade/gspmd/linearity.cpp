#include "brigade/gspmd/linearity.hpp"

#include <algorithm>

namespace brigade {

namespace {

std::optional<ReduceOp> if_so(bool holds, ReduceOp reduction) {
  return holds ? std::optional(reduction) : std::nullopt;
}

bool is_moved_only(const Instruction &instruction, ReduceOp reduction) {
  switch (instruction.operation) {
  case Operation::stop_gradient:
  case Operation::broadcast:
  case Operation::reshape:
  case Operation::transpose:
  case Operation::slice:
  case Operation::reverse:
  case Operation::constraint:
    return true;
  case Operation::pad: // what is put around counts once for each partial result
    return reduction == ReduceOp::sum && std::get<PadAttributes>(instruction.attributes).value == 0;
  default:
    return false;
  }
}

} // namespace

std::optional<ReduceOp> unreduced_result(const Block &block, const Instruction &instruction,
                                         const std::vector<bool> &operand_is_unreduced,
                                         ReduceOp reduction) {
  const auto unreduced = [&](std::size_t i) { return bool(operand_is_unreduced[i]); };
  const auto only = [&](std::size_t i) {
    return unreduced(i) && std::ranges::count(operand_is_unreduced, true) == 1;
  };
  const bool all = std::ranges::count(operand_is_unreduced, false) == 0;
  const bool is_sum = reduction == ReduceOp::sum;
  if (is_moved_only(instruction, reduction))
    return reduction;
  switch (instruction.operation) {
  case Operation::neg: // the least integer, which an empty block holds for a maximum, has no
                       // negative
    if (is_sum)
      return ReduceOp::sum;
    return if_so(is_floating(block.type(instruction.operands[0]).dtype),
                 reduction == ReduceOp::max ? ReduceOp::min : ReduceOp::max);
  case Operation::convert: // to integers it would round each part
    return if_so(is_floating(block.type(instruction.operands[0]).dtype) &&
                     is_floating(block.type(instruction.results[0]).dtype),
                 reduction);
  case Operation::add:
  case Operation::sub:
    return if_so(is_sum && all, reduction);
  case Operation::mul:
  case Operation::dot:
    return if_so(is_sum && !all, reduction);
  case Operation::div: // integers would be cut off part by part
    return if_so(is_sum && only(0) && is_floating(block.type(instruction.operands[0]).dtype),
                 reduction);
  case Operation::max:
    return if_so(reduction == ReduceOp::max && all, reduction);
  case Operation::min:
    return if_so(reduction == ReduceOp::min && all, reduction);
  case Operation::select:
    return if_so(!unreduced(0) && unreduced(1) && unreduced(2), reduction);
  case Operation::concat:
  case Operation::barrier:
    return if_so(all, reduction);
  case Operation::sum:
    return if_so(is_sum, reduction);
  case Operation::max_reduce:
    return if_so(reduction == ReduceOp::max, reduction);
  case Operation::min_reduce:
    return if_so(reduction == ReduceOp::min, reduction);
  case Operation::gather:
    return if_so(is_sum && only(0), reduction);
  case Operation::scatter_add:
    return if_so(is_sum && only(1), reduction);
  default:
    return std::nullopt;
  }
}

} // namespace brigade
