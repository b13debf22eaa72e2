#include "brigade/trace/functions/contraction.hpp"

#include "brigade/trace/derivatives/derivative.hpp"
#include "brigade/trace/functions/shape.hpp"

#include <algorithm>
#include <numeric>

namespace brigade {

namespace {

using Dims = std::vector<std::int64_t>;

Dims range(std::size_t first, std::size_t count) {
  Dims dims(count);
  std::iota(dims.begin(), dims.end(), static_cast<std::int64_t>(first));
  return dims;
}

Dims free_dims(std::size_t rank, const Dims &batch, const Dims &contract) {
  Dims dims;
  for (const std::int64_t dim : range(0, rank))
    if (std::ranges::find(batch, dim) == batch.end() &&
        std::ranges::find(contract, dim) == contract.end())
      dims.push_back(dim);
  return dims;
}

// The dimension that the pairs join with `dim` of the other operand.
std::int64_t partner(const Dims &own, const Dims &other, std::int64_t dim) {
  return own[static_cast<std::size_t>(std::ranges::find(other, dim) - other.begin())];
}

Dims sorted(Dims dims) {
  std::ranges::sort(dims);
  return dims;
}

// A value whose dimension i is dimension dims[i] of what is wanted.
Tensor in_order(const Tensor &x, const Dims &dims) {
  Dims perm(dims.size());
  for (std::size_t i = 0; i < dims.size(); ++i)
    perm[static_cast<std::size_t>(dims[i])] = static_cast<std::int64_t>(i);
  return transpose(x, perm);
}

} // namespace

// The result has the batch dimensions, those that only the left operand has, those that only the
// right one has. The loss by one operand is the cotangent times the other, summed over what only
// the other has; in the order in which a product of matrices needs no transposed result.
Tensor dot_derivative(const BackwardStep &step, std::size_t i) {
  const auto &[batch, contract] = std::get<DotAttributes>(step.instruction.attributes);
  const Tensor &left = step.operands[0], &right = step.operands[1], &g = step.cotangent;
  const Dims left_free = free_dims(left.rank(), batch.left, contract.left);
  const Dims right_free = free_dims(right.rank(), batch.right, contract.right);
  const std::size_t batches = batch.left.size();
  const Dims batch_of_g = range(0, batches);
  const Dims left_of_g = range(batches, left_free.size());
  const Dims right_of_g = range(batches + left_free.size(), right_free.size());
  if (i == 0) {
    Dims dims = batch.left; // of the left operand, in the order in which they come
    dims.insert(dims.end(), left_free.begin(), left_free.end());
    for (const std::int64_t dim : sorted(contract.right))
      dims.push_back(partner(contract.left, contract.right, dim));
    return in_order(dot(g, right, {{batch_of_g, batch.right}, {right_of_g, right_free}}), dims);
  }
  Dims dims = batch.right;
  for (const std::int64_t dim : sorted(contract.left))
    dims.push_back(partner(contract.right, contract.left, dim));
  dims.insert(dims.end(), right_free.begin(), right_free.end());
  return in_order(dot(left, g, {{batch.left, batch_of_g}, {left_free, left_of_g}}), dims);
}

} // namespace brigade
