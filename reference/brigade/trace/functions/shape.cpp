#include "brigade/trace/functions/shape.hpp"

#include "brigade/core/error.hpp"
#include "brigade/trace/functions/broadcasting.hpp"
#include "brigade/trace/recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace brigade {

Tensor broadcast_to(Operand x, const Shape &shape) {
  const Tensor operand = as_tensor(x, "broadcast");
  if (operand.shape() == shape)
    return operand;
  if (operand.rank() > shape.size())
    throw InputError(fmt::format("{}: broadcast({}): {} has fewer dimensions",
                                 to_string(x.source()), to_string(operand.type()),
                                 to_string(shape)));
  std::vector<std::int64_t> dims(operand.rank());
  std::iota(dims.begin(), dims.end(), static_cast<std::int64_t>(shape.size() - operand.rank()));
  return record(Operation::broadcast, {operand}, BroadcastAttributes{shape, dims}, x.source());
}

Tensor broadcast(Operand x, const Shape &shape, const std::vector<std::int64_t> &dims) {
  return record(Operation::broadcast, {as_tensor(x, "broadcast")}, BroadcastAttributes{shape, dims},
                x.source());
}

Tensor reshape(Operand x, Shape shape) {
  const Tensor operand = as_tensor(x, "reshape");
  if (const auto open = std::ranges::find(shape, -1); open != shape.end()) {
    *open = 1;
    const std::int64_t rest = element_count(shape);
    // Where nothing fits, 0 does not either, and the error says so.
    *open = rest > 0 && operand.type().size() % rest == 0 ? operand.type().size() / rest : 0;
  }
  if (operand.shape() == shape)
    return operand;
  return record(Operation::reshape, {operand}, ReshapeAttributes{std::move(shape)}, x.source());
}

Tensor transpose(Operand x) {
  std::vector<std::int64_t> perm(as_tensor(x, "transpose").rank());
  std::iota(perm.rbegin(), perm.rend(), 0);
  return transpose(x, std::move(perm));
}

Tensor transpose(Operand x, std::vector<std::int64_t> perm) {
  const Tensor operand = as_tensor(x, "transpose");
  std::vector<std::int64_t> in_order(operand.rank());
  std::iota(in_order.begin(), in_order.end(), 0);
  if (perm == in_order)
    return operand;
  return record(Operation::transpose, {operand}, TransposeAttributes{std::move(perm)}, x.source());
}

Tensor slice(Operand x, const std::vector<std::int64_t> &start,
             const std::vector<std::int64_t> &limit, const std::vector<std::int64_t> &step) {
  return record(Operation::slice, {as_tensor(x, "slice")}, SliceAttributes{start, limit, step},
                x.source());
}

Tensor pad(Operand x, const std::vector<std::int64_t> &low, const std::vector<std::int64_t> &high,
           double value) {
  return record(Operation::pad, {as_tensor(x, "pad")}, PadAttributes{low, high, value}, x.source());
}

Tensor concat(const std::vector<Tensor> &operands, std::int64_t dim, std::source_location where) {
  if (dim < 0 && !operands.empty())
    dim += static_cast<std::int64_t>(operands.front().rank());
  return record(Operation::concat, operands, ConcatAttributes{dim}, source_line(where));
}

Tensor reverse(Operand x, const std::vector<std::int64_t> &dims) {
  const Tensor operand = as_tensor(x, "reverse");
  return record(Operation::reverse, {operand},
                DimensionsAttributes{dimensions(dims, operand.rank())}, x.source());
}

} // namespace brigade
