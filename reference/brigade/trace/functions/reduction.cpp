#include "brigade/trace/functions/reduction.hpp"

#include "brigade/core/error.hpp"
#include "brigade/trace/functions/broadcasting.hpp"
#include "brigade/trace/functions/elementwise.hpp"
#include "brigade/trace/functions/shape.hpp"
#include "brigade/trace/recording.hpp"

#include <fmt/format.h>

#include <limits>
#include <numeric>
#include <string>

namespace brigade {

namespace {

std::vector<std::int64_t> all_dimensions(const Operand &x, Operation operation) {
  std::vector<std::int64_t> dims(as_tensor(x, std::string(to_string(operation))).rank());
  std::iota(dims.begin(), dims.end(), 0);
  return dims;
}

Tensor reduce(Operation operation, const Operand &x, const std::vector<std::int64_t> &dims,
              ReduceOptions options = {}) {
  const Tensor operand = as_tensor(x, std::string(to_string(operation)));
  const std::vector<std::int64_t> in_order = dimensions(dims, operand.rank());
  const Tensor result = record(operation, {operand}, DimensionsAttributes{in_order}, x.source());
  if (!options.keep_dims)
    return result;
  Shape shape = operand.shape();
  for (const std::int64_t dim : in_order)
    shape[static_cast<std::size_t>(dim)] = 1;
  return reshape(Operand(result, x.where()), shape);
}

Tensor reduce_all(Operation operation, const Operand &x) {
  return reduce(operation, x, all_dimensions(x, operation));
}

// The same line for each step of a function that is made of several.
class Steps {
public:
  explicit Steps(const Operand &x) : where_(x.where()) {}
  Operand operator()(const Tensor &tensor) const { return {tensor, where_}; }
  Operand operator()(double number) const { return {number, where_}; }

private:
  std::source_location where_;
};

} // namespace

Tensor sum(Operand x) { return reduce_all(Operation::sum, x); }
Tensor sum(Operand x, const std::vector<std::int64_t> &dims, ReduceOptions options) {
  return reduce(Operation::sum, x, dims, options);
}
Tensor max(Operand x) { return reduce_all(Operation::max_reduce, x); }
Tensor max(Operand x, const std::vector<std::int64_t> &dims, ReduceOptions options) {
  return reduce(Operation::max_reduce, x, dims, options);
}
Tensor min(Operand x) { return reduce_all(Operation::min_reduce, x); }
Tensor min(Operand x, const std::vector<std::int64_t> &dims, ReduceOptions options) {
  return reduce(Operation::min_reduce, x, dims, options);
}

Tensor mean(Operand x) { return mean(x, all_dimensions(x, Operation::sum)); }

Tensor mean(Operand x, const std::vector<std::int64_t> &dims, ReduceOptions options) {
  const Steps step(x);
  const Tensor operand = as_tensor(x, "mean");
  if (!is_floating(operand.dtype()))
    throw InputError(
        fmt::format("{0}: mean({1}): the mean of {2} elements is seldom an {2}; convert the "
                    "Tensor to f32 first",
                    to_string(x.source()), to_string(operand.type()), to_string(operand.dtype())));
  const Tensor total = sum(x, dims, options);
  std::int64_t count = 1;
  for (const std::int64_t dim : dims)
    count *= operand.size(dim);
  return step(total) / step(static_cast<double>(count));
}

Tensor argmax(Operand x, std::int64_t dim) { return reduce(Operation::argmax, x, {dim}); }

Tensor logsumexp(Operand x, std::int64_t dim, ReduceOptions options) {
  const Steps step(x);
  const Tensor largest = stop_gradient(step(max(x, {dim}, {.keep_dims = true})));
  // Where all are -inf, or one is inf, subtracting it would give what is not a number.
  const double infinity = std::numeric_limits<double>::infinity();
  const Tensor is_finite = step(abs(step(largest))) < step(infinity);
  const Tensor shift = where(step(is_finite), step(largest), step(0));
  const Tensor powers = exp(step(x - step(shift)));
  const Tensor result =
      step(log(step(sum(step(powers), {dim}, {.keep_dims = true})))) + step(shift);
  if (options.keep_dims)
    return result;
  Shape shape = result.shape();
  shape.erase(shape.begin() + dimensions({dim}, shape.size()).front());
  return reshape(step(result), shape);
}

Tensor softmax(Operand x, std::int64_t dim) {
  const Steps step(x);
  const Tensor largest = stop_gradient(step(max(x, {dim}, {.keep_dims = true})));
  const Tensor powers = exp(step(x - step(largest)));
  return step(powers) / step(sum(step(powers), {dim}, {.keep_dims = true}));
}

Tensor log_softmax(Operand x, std::int64_t dim) {
  const Steps step(x);
  const Tensor largest = stop_gradient(step(max(x, {dim}, {.keep_dims = true})));
  const Tensor shifted = x - step(largest);
  const Tensor total = sum(step(exp(step(shifted))), {dim}, {.keep_dims = true});
  return step(shifted) - step(log(step(total)));
}

} // namespace brigade
