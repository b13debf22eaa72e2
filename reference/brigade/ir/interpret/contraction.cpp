#include "brigade/ir/interpret/evaluate_by_kind.hpp"

#include "brigade/ir/interpret/strided.hpp"
#include "brigade/ir/interpret/wrapping.hpp"

#include <algorithm>
#include <concepts>
#include <cstdint>

namespace brigade {

namespace {

using Dims = std::vector<std::int64_t>;

Dims free_dims(std::size_t rank, const Dims &batch, const Dims &contract) {
  Dims dims;
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(rank); ++i)
    if (std::ranges::find(batch, i) == batch.end() &&
        std::ranges::find(contract, i) == contract.end())
      dims.push_back(i);
  return dims;
}

std::vector<std::int64_t> picked(const std::vector<std::int64_t> &from, const Dims &dims) {
  std::vector<std::int64_t> some;
  for (const std::int64_t dim : dims)
    some.push_back(from[static_cast<std::size_t>(dim)]);
  return some;
}

// Strides of an operand along the dimensions of the result: those of its batch dimensions, then of
// the left and of the right operand's free ones, 0 where they are the other's.
std::vector<std::int64_t> along_result(const Shape &strides, const Dims &batch, std::size_t before,
                                       const Dims &free, std::size_t behind) {
  std::vector<std::int64_t> result = picked(strides, batch);
  result.insert(result.end(), before, 0);
  const std::vector<std::int64_t> own = picked(strides, free);
  result.insert(result.end(), own.begin(), own.end());
  result.insert(result.end(), behind, 0);
  return result;
}

} // namespace

Literal evaluate_contraction(const Instruction &instruction, std::span<const Literal> operands,
                             const TensorType &type) {
  const auto &[batch, contract] = std::get<DotAttributes>(instruction.attributes);
  const Literal &left = operands[0], &right = operands[1];
  const Shape left_strides = row_major_strides(left.shape());
  const Shape right_strides = row_major_strides(right.shape());
  const Dims left_free = free_dims(left.shape().size(), batch.left, contract.left);
  const Dims right_free = free_dims(right.shape().size(), batch.right, contract.right);
  const Shape summed = picked(left.shape(), contract.left);
  const std::vector<std::int64_t> left_summed = picked(left_strides, contract.left);
  const std::vector<std::int64_t> right_summed = picked(right_strides, contract.right);

  StridedWalk at_left(type.shape, 0,
                      along_result(left_strides, batch.left, 0, left_free, right_free.size()));
  StridedWalk at_right(type.shape, 0,
                       along_result(right_strides, batch.right, left_free.size(), right_free, 0));
  Literal result(type);
  std::visit(
      [&]<class T>(std::vector<T> &elements) {
        const auto a = left.as<T>(), b = right.as<T>();
        using Sum = Accumulator<T>;
        for (T &element : elements) {
          Sum sum{0};
          StridedWalk i(summed, at_left.position(), left_summed);
          StridedWalk j(summed, at_right.position(), right_summed);
          for (; !i.at_end(); i.next(), j.next())
            sum = add_wrapping<Sum>(sum,
                                    mul_wrapping<Sum>(a[static_cast<std::size_t>(i.position())],
                                                      b[static_cast<std::size_t>(j.position())]));
          element = static_cast<T>(sum);
          at_left.next();
          at_right.next();
        }
      },
      result.elements());
  return result;
}

} // namespace brigade
