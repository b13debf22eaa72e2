#include "brigade/trace/functions/contraction.hpp"

#include "brigade/core/error.hpp"
#include "brigade/ir/einsum.hpp"
#include "brigade/trace/functions/broadcasting.hpp"
#include "brigade/trace/functions/shape.hpp"
#include "brigade/trace/recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace brigade {

namespace {

[[noreturn]] void fail(const Operand &a, const Tensor &left, const Tensor &right,
                       const std::string &why) {
  throw InputError(fmt::format("{}: matmul({}, {}): {}", to_string(a.source()),
                               to_string(left.type()), to_string(right.type()), why));
}

Shape batch_of(const Tensor &matrix) { return {matrix.shape().begin(), matrix.shape().end() - 2}; }

// Each matrix of a batch of another shape, as often as it is needed.
Tensor with_batch(const Operand &x, const Tensor &matrices, Shape batch) {
  batch.insert(batch.end(), matrices.shape().end() - 2, matrices.shape().end());
  return broadcast_to(Operand(matrices, x.where()), batch);
}

Shape common_batch(const Operand &a, const Tensor &left, const Tensor &right) {
  Shape shorter = batch_of(left), longer = batch_of(right);
  if (shorter.size() > longer.size())
    std::swap(shorter, longer);
  for (std::size_t i = 1; i <= shorter.size(); ++i) {
    const std::int64_t size = shorter[shorter.size() - i];
    std::int64_t &common = longer[longer.size() - i];
    if (size != common && size != 1 && common != 1)
      fail(a, left, right, "the dimensions before the last two cannot be broadcast together");
    if (common == 1)
      common = size;
  }
  return longer;
}

Tensor einsum(const std::vector<Tensor> &operands, std::string_view subscripts,
              const SourceLine &source) {
  std::vector<ValueId> ids;
  for (const Tensor &operand : operands)
    ids.push_back(operand.id());
  Recording &recording = current_recording("einsum", source);
  return recording.tensor(einsum(recording.builder(), ids, subscripts, source));
}

} // namespace

Tensor matmul(Operand a, Operand b) {
  const Tensor left = as_tensor(a, "matmul"), right = as_tensor(b, "matmul");
  if (left.rank() == 0 || right.rank() == 0)
    fail(a, left, right, "a scalar has no rows and columns; multiply with *");
  const auto last = static_cast<std::int64_t>(left.rank()) - 1;
  const auto rows = std::max<std::int64_t>(static_cast<std::int64_t>(right.rank()) - 2, 0);
  if (left.size(last) != right.size(rows))
    fail(a, left, right,
         fmt::format(
             "dimension {} of the left operand has size {} and dimension {} of the right one "
             "{}; they must be equal",
             last, left.size(last), rows, right.size(rows)));
  if (right.rank() <= 2)
    return dot(a, b, {{}, {{last}, {rows}}});
  if (left.rank() == 1) {
    // The right operand's batch comes first in the result.
    return dot(b, a, {{}, {{rows}, {0}}});
  }
  const Shape batch = common_batch(a, left, right);
  std::vector<std::int64_t> dims(batch.size());
  std::iota(dims.begin(), dims.end(), 0);
  const auto k = static_cast<std::int64_t>(batch.size());
  return record(Operation::dot, {with_batch(a, left, batch), with_batch(b, right, batch)},
                DotAttributes{{dims, dims}, {{k + 1}, {k}}}, a.source());
}

Tensor dot(Operand a, Operand b, const DotAttributes &attributes) {
  return record(Operation::dot, {as_tensor(a, "dot"), as_tensor(b, "dot")}, attributes, a.source());
}

Tensor einsum(Operand a, Operand b, std::string_view subscripts) {
  return einsum({as_tensor(a, "einsum"), as_tensor(b, "einsum")}, subscripts, a.source());
}

Tensor einsum(Operand a, std::string_view subscripts) {
  return einsum({as_tensor(a, "einsum")}, subscripts, a.source());
}

} // namespace brigade
