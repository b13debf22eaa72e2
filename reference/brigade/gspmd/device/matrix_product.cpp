#include "brigade/gspmd/device/matrix_product.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace brigade {

namespace {

using Dims = std::vector<std::int64_t>;

/// Several dimensions walked as one: so many steps, of so many elements.
struct Walk {
  std::int64_t size = 1, stride = 1;
};

std::vector<Walk> walks_of(const Shape &shape, const StridedView &view, const Dims &dims) {
  std::vector<Walk> walks;
  for (const std::int64_t d : dims)
    walks.push_back(
        {shape[static_cast<std::size_t>(d)], view.strides[static_cast<std::size_t>(d)]});
  return walks;
}

std::optional<Walk> joined(std::span<const Walk> walks) {
  Walk all;
  for (std::size_t i = walks.size(); i-- > 0;) {
    if (walks[i].size == 1)
      continue;
    if (all.size == 1)
      all = walks[i];
    else if (walks[i].stride == all.stride * all.size)
      all.size *= walks[i].size;
    else
      return {};
  }
  return all;
}

std::vector<std::int64_t> offsets_of(std::int64_t first, std::span<const Walk> walks) {
  std::vector<std::int64_t> offsets{first};
  for (const Walk &walk : walks) {
    std::vector<std::int64_t> further;
    for (const std::int64_t offset : offsets)
      for (std::int64_t i = 0; i < walk.size; ++i)
        further.push_back(offset + i * walk.stride);
    offsets = std::move(further);
  }
  return offsets;
}

Dims free_dims(std::size_t rank, const Dims &batch, const Dims &contract) {
  Dims dims;
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(rank); ++i)
    if (std::ranges::find(batch, i) == batch.end() &&
        std::ranges::find(contract, i) == contract.end())
      dims.push_back(i);
  return dims;
}

std::int64_t product(std::span<const Walk> walks) {
  std::int64_t size = 1;
  for (const Walk &walk : walks)
    size *= walk.size;
  return size;
}

/// Elements from row to row of a matrix whose columns lie next to each other; none where they do
/// not.
std::optional<std::int64_t> leading_of(const Walk &outer, const Walk &inner) {
  if (inner.size != 1 && inner.stride != 1)
    return {};
  if (outer.size == 1)
    return std::max<std::int64_t>(inner.size, 1);
  if (outer.stride < std::max<std::int64_t>(inner.size, 1))
    return {};
  return outer.stride;
}

MatrixOperand operand(const DeviceProgram &program, const StridedViews &views, ValueId value,
                      const Dims &batch, const Dims &rows, const Dims &columns) {
  const Shape &shape = program.block.type(value).shape;
  const StridedView &view = views.of(value);
  const std::vector<Walk> over_batch = walks_of(shape, view, batch),
                          over_rows = walks_of(shape, view, rows),
                          over_columns = walks_of(shape, view, columns);
  MatrixOperand result;
  result.source = view.root;
  const std::optional<Walk> row = joined(over_rows), column = joined(over_columns);
  if (row && column && !views.is_made_from_nothing(view.root)) {
    result.offsets = offsets_of(view.offset, over_batch);
    if (const auto leading = leading_of(*row, *column)) {
      result.leading = *leading;
      return result;
    }
    if (const auto leading = leading_of(*column, *row)) {
      result.is_transposed = true;
      result.leading = *leading;
      return result;
    }
  }
  result.is_packed = true;
  result.view = {view.root, view.offset, {}};
  for (const Dims *dims : {&batch, &rows, &columns})
    for (const std::int64_t d : *dims) {
      result.packed_shape.push_back(shape[static_cast<std::size_t>(d)]);
      result.view.strides.push_back(view.strides[static_cast<std::size_t>(d)]);
    }
  const std::int64_t count = product(over_rows) * product(over_columns);
  const std::int64_t batches = product(over_batch);
  result.offsets.clear();
  for (std::int64_t i = 0; i < batches; ++i)
    result.offsets.push_back(i * count);
  result.leading = std::max<std::int64_t>(product(over_columns), 1);
  return result;
}

} // namespace

MatrixProduct matrix_product(const DeviceProgram &program, const StridedViews &views,
                             const Instruction &dot) {
  const auto &[batch, contract] = std::get<DotAttributes>(dot.attributes);
  const ValueId left = dot.operands[0], right = dot.operands[1];
  const Shape &left_shape = program.block.type(left).shape,
              &right_shape = program.block.type(right).shape;
  const Dims rows = free_dims(left_shape.size(), batch.left, contract.left),
             columns = free_dims(right_shape.size(), batch.right, contract.right);
  const auto size = [](const Shape &shape, const Dims &dims) {
    std::int64_t total = 1;
    for (const std::int64_t d : dims)
      total *= shape[static_cast<std::size_t>(d)];
    return total;
  };
  return {.batch = size(left_shape, batch.left),
          .rows = size(left_shape, rows),
          .columns = size(right_shape, columns),
          .inner = size(left_shape, contract.left),
          .left = operand(program, views, left, batch.left, rows, contract.left),
          .right = operand(program, views, right, batch.right, contract.right, columns)};
}

} // namespace brigade
