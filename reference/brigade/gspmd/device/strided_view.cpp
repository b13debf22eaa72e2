#include "brigade/gspmd/device/strided_view.hpp"

#include <utility>

namespace brigade {

namespace {

StridedView view_through(const Instruction &instruction, const Shape &from, StridedView view,
                         std::size_t rank) {
  std::vector<std::int64_t> &strides = view.strides;
  switch (instruction.operation) {
  case Operation::broadcast: {
    const auto &dims = std::get<BroadcastAttributes>(instruction.attributes).dims;
    std::vector<std::int64_t> wider(rank, 0);
    for (std::size_t i = 0; i < from.size(); ++i)
      if (from[i] != 1)
        wider[static_cast<std::size_t>(dims[i])] = strides[i];
    strides = std::move(wider);
    break;
  }
  case Operation::transpose: {
    std::vector<std::int64_t> permuted;
    for (const std::int64_t dim : std::get<TransposeAttributes>(instruction.attributes).perm)
      permuted.push_back(strides[static_cast<std::size_t>(dim)]);
    strides = std::move(permuted);
    break;
  }
  case Operation::slice: {
    const auto &attributes = std::get<SliceAttributes>(instruction.attributes);
    for (std::size_t i = 0; i < strides.size(); ++i) {
      view.offset += attributes.start[i] * strides[i];
      strides[i] *= attributes.step.empty() ? 1 : attributes.step[i];
    }
    break;
  }
  default: // reverse
    for (const std::int64_t d : std::get<DimensionsAttributes>(instruction.attributes).dims) {
      const auto dim = static_cast<std::size_t>(d);
      view.offset += (from[dim] - 1) * strides[dim];
      strides[dim] = -strides[dim];
    }
  }
  return view;
}

bool is_view_operation(Operation operation) {
  return operation == Operation::broadcast || operation == Operation::transpose ||
         operation == Operation::slice || operation == Operation::reverse;
}

} // namespace

StridedViews::StridedViews(const DeviceProgram &program) {
  const Block &block = program.block;
  for (std::size_t i = 0; i < block.values.size(); ++i)
    views_.push_back(
        {{static_cast<std::int32_t>(i)}, 0, row_major_strides(block.values[i].type.shape)});
  from_nothing_.resize(block.values.size());
  for (const Instruction &instruction : block.instructions) {
    const ValueId result = instruction.results[0];
    StridedView &view = views_[static_cast<std::size_t>(result.index)];
    const Shape &shape = block.type(result).shape;
    if (const auto *constant = std::get_if<ConstantAttributes>(&instruction.attributes);
        constant != nullptr && constant->numbers.size() == 1) {
      view.strides.assign(shape.size(), 0);
      from_nothing_[static_cast<std::size_t>(result.index)] = true;
    } else if (const auto *iota = std::get_if<IotaAttributes>(&instruction.attributes)) {
      view.strides.assign(shape.size(), 0);
      view.strides[static_cast<std::size_t>(iota->dim)] = 1;
      from_nothing_[static_cast<std::size_t>(result.index)] = true;
    } else if (is_view_operation(instruction.operation) && block.type(result).size() != 0) {
      const ValueId operand = instruction.operands[0];
      view = view_through(instruction, block.type(operand).shape, of(operand), shape.size());
    }
  }
}

bool is_whole(const StridedView &view, const Shape &shape, const Shape &root_shape) {
  if (view.offset != 0 || element_count(shape) != element_count(root_shape))
    return false;
  const Shape strides = row_major_strides(shape);
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (shape[i] != 1 && view.strides[i] != strides[i])
      return false;
  return true;
}

} // namespace brigade
