#include "brigade/runtime/steps/integer_product_step.hpp"

#include "brigade/ir/interpret/strided.hpp"
#include "brigade/ir/interpret/wrapping.hpp"
#include "brigade/runtime/tiles/element_type.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace brigade {

namespace {

using Dims = std::vector<std::int64_t>;

/// Where an operand's elements lie, as sums of three offsets.
struct Offsets {
  std::vector<std::int64_t> batch, free, summed;
};

/// Of all elements along some dimensions of a row-major block, in their order.
std::vector<std::int64_t> offsets_along(const Shape &shape, const Dims &dims) {
  const Shape strides = row_major_strides(shape);
  Shape sizes, steps;
  for (const std::int64_t dim : dims) {
    sizes.push_back(shape[static_cast<std::size_t>(dim)]);
    steps.push_back(strides[static_cast<std::size_t>(dim)]);
  }
  std::vector<std::int64_t> offsets;
  for (StridedWalk walk(sizes, 0, steps); !walk.at_end(); walk.next())
    offsets.push_back(walk.position());
  return offsets;
}

Offsets offsets_of(const Shape &shape, const Dims &batch, const Dims &summed) {
  Dims free;
  for (std::int64_t dim = 0; dim < static_cast<std::int64_t>(shape.size()); ++dim)
    if (std::ranges::find(batch, dim) == batch.end() &&
        std::ranges::find(summed, dim) == summed.end())
      free.push_back(dim);
  return {offsets_along(shape, batch), offsets_along(shape, free), offsets_along(shape, summed)};
}

template <class T> class IntegerProductStep final : public Step {
public:
  IntegerProductStep(Offsets left, Offsets right, Address from_left, Address from_right, Address to)
      : left_(std::move(left)), right_(std::move(right)), from_left_(from_left),
        from_right_(from_right), to_(to) {}

  void run(Bases bases) override {
    const T *a = reinterpret_cast<const T *>(from_left_.in(bases));
    const T *b = reinterpret_cast<const T *>(from_right_.in(bases));
    T *out = reinterpret_cast<T *>(to_.in(bases));
    for (std::size_t i = 0; i < left_.batch.size(); ++i)
      for (const std::int64_t row : left_.free)
        for (const std::int64_t column : right_.free)
          *out++ = dot(a + left_.batch[i] + row, b + right_.batch[i] + column);
  }

private:
  T dot(const T *a, const T *b) const {
    T sum{0};
    for (std::size_t k = 0; k < left_.summed.size(); ++k)
      sum = add_wrapping<T>(sum, mul_wrapping<T>(a[left_.summed[k]], b[right_.summed[k]]));
    return sum;
  }

  Offsets left_, right_;
  Address from_left_, from_right_, to_;
};

} // namespace

std::unique_ptr<Step> integer_product_step(const StepSource &source, std::size_t unit) {
  const Instruction &dot = source.instruction(source.units.units[unit].instructions[0]);
  const auto &[batch, contract] = std::get<DotAttributes>(dot.attributes);
  const TensorType &left = source.type(dot.operands[0]), &right = source.type(dot.operands[1]);
  return with_element_type(left.dtype, [&]<class T>() -> std::unique_ptr<Step> {
    return std::make_unique<IntegerProductStep<T>>(
        offsets_of(left.shape, batch.left, contract.left),
        offsets_of(right.shape, batch.right, contract.right), source.address(dot.operands[0]),
        source.address(dot.operands[1]), source.address(dot.results[0]));
  });
}

} // namespace brigade
