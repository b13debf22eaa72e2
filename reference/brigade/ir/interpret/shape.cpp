#include "brigade/ir/interpret/evaluate_by_kind.hpp"

#include "brigade/ir/interpret/strided.hpp"

#include <cstdint>

namespace brigade {

namespace {

// Element i of the result, in row-major order, is the one of the operand that the walk names.
Literal read_along(const Literal &operand, const TensorType &type, std::int64_t offset,
                   std::vector<std::int64_t> strides) {
  Literal result(type);
  StridedWalk walk(type.shape, offset, std::move(strides));
  std::visit(
      [&]<class T>(std::vector<T> &elements) {
        const auto from = operand.as<T>();
        for (T &element : elements) {
          element = from[static_cast<std::size_t>(walk.position())];
          walk.next();
        }
      },
      result.elements());
  return result;
}

// Puts the operand into the result, its first element at the index `start`.
void place(const Literal &operand, Literal &result, const std::vector<std::int64_t> &start) {
  const Shape strides = row_major_strides(result.shape());
  std::int64_t offset = 0;
  for (std::size_t i = 0; i < start.size(); ++i)
    offset += start[i] * strides[i];
  StridedWalk walk(operand.shape(), offset, strides);
  std::visit(
      [&]<class T>(std::vector<T> &elements) {
        for (const T element : operand.as<T>()) {
          elements[static_cast<std::size_t>(walk.position())] = element;
          walk.next();
        }
      },
      result.elements());
}

Literal broadcast(const BroadcastAttributes &attributes, const Literal &operand,
                  const TensorType &type) {
  std::vector<std::int64_t> strides(type.rank(), 0);
  const Shape from = row_major_strides(operand.shape());
  for (std::size_t i = 0; i < from.size(); ++i)
    if (operand.shape()[i] != 1)
      strides[static_cast<std::size_t>(attributes.dims[i])] = from[i];
  return read_along(operand, type, 0, std::move(strides));
}

Literal transpose(const TransposeAttributes &attributes, const Literal &operand,
                  const TensorType &type) {
  std::vector<std::int64_t> strides;
  const Shape from = row_major_strides(operand.shape());
  for (const std::int64_t dim : attributes.perm)
    strides.push_back(from[static_cast<std::size_t>(dim)]);
  return read_along(operand, type, 0, std::move(strides));
}

Literal slice(const SliceAttributes &attributes, const Literal &operand, const TensorType &type) {
  std::vector<std::int64_t> strides = row_major_strides(operand.shape());
  std::int64_t offset = 0;
  for (std::size_t i = 0; i < strides.size(); ++i) {
    offset += attributes.start[i] * strides[i];
    strides[i] *= attributes.step.empty() ? 1 : attributes.step[i];
  }
  return read_along(operand, type, offset, std::move(strides));
}

Literal reverse(const DimensionsAttributes &attributes, const Literal &operand,
                const TensorType &type) {
  std::vector<std::int64_t> strides = row_major_strides(operand.shape());
  std::int64_t offset = 0;
  for (const std::int64_t d : attributes.dims) {
    const auto dim = static_cast<std::size_t>(d);
    offset += (type.shape[dim] - 1) * strides[dim];
    strides[dim] = -strides[dim];
  }
  return read_along(operand, type, offset, std::move(strides));
}

Literal pad(const PadAttributes &attributes, const Literal &operand, const TensorType &type) {
  const double value[] = {attributes.value};
  Literal result = Literal::from_numbers(type, value);
  place(operand, result, attributes.low);
  return result;
}

Literal concat(const ConcatAttributes &attributes, std::span<const Literal> operands,
               const TensorType &type) {
  Literal result(type);
  const auto dim = static_cast<std::size_t>(attributes.dim);
  std::vector<std::int64_t> start(type.rank(), 0);
  for (const Literal &operand : operands) {
    place(operand, result, start);
    start[dim] += operand.shape()[dim];
  }
  return result;
}

} // namespace

Literal evaluate_shape(const Instruction &instruction, std::span<const Literal> operands,
                       const TensorType &type) {
  const Attributes &attributes = instruction.attributes;
  const Literal &operand = operands[0];
  switch (instruction.operation) {
  case Operation::broadcast:
    return broadcast(std::get<BroadcastAttributes>(attributes), operand, type);
  case Operation::reshape:
    return Literal(type, operand.elements());
  case Operation::transpose:
    return transpose(std::get<TransposeAttributes>(attributes), operand, type);
  case Operation::slice:
    return slice(std::get<SliceAttributes>(attributes), operand, type);
  case Operation::reverse:
    return reverse(std::get<DimensionsAttributes>(attributes), operand, type);
  case Operation::pad:
    return pad(std::get<PadAttributes>(attributes), operand, type);
  default:
    return concat(std::get<ConcatAttributes>(attributes), operands, type);
  }
}

} // namespace brigade
