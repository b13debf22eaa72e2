#include "brigade/trace/functions/shape.hpp"

#include "brigade/trace/derivatives/derivative.hpp"
#include "brigade/trace/functions/reduction.hpp"

#include <algorithm>

namespace brigade {

// What was repeated is summed.
Tensor broadcast_derivative(const BackwardStep &step, std::size_t) {
  const auto &dims = std::get<BroadcastAttributes>(step.instruction.attributes).dims;
  const Shape &from = step.operands[0].shape(), &to = step.result.shape();
  std::vector<std::int64_t> repeated;
  for (std::int64_t dim = 0; dim < static_cast<std::int64_t>(to.size()); ++dim) {
    const auto at = std::ranges::find(dims, dim);
    if (at == dims.end() ||
        from[static_cast<std::size_t>(at - dims.begin())] != to[static_cast<std::size_t>(dim)])
      repeated.push_back(dim);
  }
  const Tensor summed = repeated.empty() ? step.cotangent : sum(step.cotangent, repeated);
  return reshape(summed, from);
}

Tensor reshape_derivative(const BackwardStep &step, std::size_t) {
  return reshape(step.cotangent, step.operands[0].shape());
}

Tensor transpose_derivative(const BackwardStep &step, std::size_t) {
  const auto &perm = std::get<TransposeAttributes>(step.instruction.attributes).perm;
  std::vector<std::int64_t> inverse(perm.size());
  for (std::size_t i = 0; i < perm.size(); ++i)
    inverse[static_cast<std::size_t>(perm[i])] = static_cast<std::int64_t>(i);
  return transpose(step.cotangent, inverse);
}

namespace {

// step - 1 zeros behind each element along each dimension: [n] -> [n, 1] -> [n, step] -> [n * step]
Tensor spread(const Tensor &x, const std::vector<std::int64_t> &step) {
  Shape with_ones, spread;
  std::vector<std::int64_t> none, zeros;
  for (std::size_t i = 0; i < step.size(); ++i) {
    with_ones.insert(with_ones.end(), {x.shape()[i], 1});
    none.insert(none.end(), 2, 0);
    zeros.insert(zeros.end(), {0, step[i] - 1});
    spread.push_back(x.shape()[i] * step[i]);
  }
  return reshape(pad(reshape(x, with_ones), none, zeros), spread);
}

} // namespace

// The elements that were taken get theirs, all others zero.
Tensor slice_derivative(const BackwardStep &backward, std::size_t) {
  const auto &attributes = std::get<SliceAttributes>(backward.instruction.attributes);
  const Shape &shape = backward.operands[0].shape();
  Tensor g = backward.cotangent;
  if (std::ranges::any_of(attributes.step, [](std::int64_t s) { return s > 1; })) {
    // A step from the only element leads nowhere.
    std::vector<std::int64_t> step = attributes.step;
    for (std::size_t i = 0; i < step.size(); ++i)
      step[i] = g.shape()[i] > 1 ? step[i] : 1;
    g = spread(g, step);
    // Zeros behind the last element may reach beyond the end.
    Shape limit = g.shape();
    for (std::size_t i = 0; i < limit.size(); ++i)
      limit[i] = std::min(limit[i], shape[i] - attributes.start[i]);
    if (limit != g.shape())
      g = slice(g, std::vector<std::int64_t>(limit.size(), 0), limit);
  }
  std::vector<std::int64_t> behind;
  for (std::size_t i = 0; i < shape.size(); ++i)
    behind.push_back(shape[i] - attributes.start[i] - g.shape()[i]);
  return g.shape() == shape ? g : pad(g, attributes.start, behind);
}

Tensor pad_derivative(const BackwardStep &step, std::size_t) {
  const auto &low = std::get<PadAttributes>(step.instruction.attributes).low;
  std::vector<std::int64_t> limit;
  for (std::size_t i = 0; i < low.size(); ++i)
    limit.push_back(low[i] + step.operands[0].shape()[i]);
  return slice(step.cotangent, low, limit);
}

Tensor concat_derivative(const BackwardStep &step, std::size_t i) {
  const auto dim =
      static_cast<std::size_t>(std::get<ConcatAttributes>(step.instruction.attributes).dim);
  std::vector<std::int64_t> start(step.result.rank(), 0), limit = step.result.shape();
  for (std::size_t before = 0; before < i; ++before)
    start[dim] += step.operands[before].shape()[dim];
  limit[dim] = start[dim] + step.operands[i].shape()[dim];
  return slice(step.cotangent, start, limit);
}

Tensor reverse_derivative(const BackwardStep &step, std::size_t) {
  return reverse(step.cotangent, std::get<DimensionsAttributes>(step.instruction.attributes).dims);
}

} // namespace brigade
