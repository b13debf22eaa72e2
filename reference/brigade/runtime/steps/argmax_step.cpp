#include "brigade/runtime/steps/argmax_step.hpp"

#include "brigade/runtime/tiles/element_type.hpp"

#include <cstdint>

namespace brigade {

namespace {

// A number that is none comes before all others.
template <class T> bool is_greater(T a, T b) { return a > b || (a != a && b == b); }

/// Of (outer, size, inner) elements the place of the largest along `size`.
template <class T> class ArgmaxStep final : public Step {
public:
  ArgmaxStep(std::int64_t outer, std::int64_t size, std::int64_t inner, Address from, Address to)
      : outer_(outer), size_(size), inner_(inner), from_(from), to_(to) {}

  void run(Bases bases) override {
    const T *block = reinterpret_cast<const T *>(from_.in(bases));
    auto *places = reinterpret_cast<std::int32_t *>(to_.in(bases));
    for (std::int64_t i = 0; i < outer_; ++i, block += size_ * inner_, places += inner_)
      for (std::int64_t j = 0; j < inner_; ++j)
        places[j] = place_of_greatest(block + j);
  }

private:
  std::int32_t place_of_greatest(const T *elements) const {
    T greatest = elements[0];
    std::int32_t best = 0;
    for (std::int32_t k = 1; k < size_; ++k)
      if (const T element = elements[k * inner_]; is_greater(element, greatest)) {
        greatest = element;
        best = k;
      }
    return best;
  }

  std::int64_t outer_, size_, inner_;
  Address from_, to_;
};

} // namespace

std::unique_ptr<Step> argmax_step(const StepSource &source, std::size_t unit) {
  const Instruction &instruction = source.instruction(source.units.units[unit].instructions[0]);
  const TensorType &type = source.type(instruction.operands[0]);
  const auto dim = static_cast<std::size_t>(
      std::get<DimensionsAttributes>(instruction.attributes).dims[0]);
  std::int64_t outer = 1, inner = 1;
  for (std::size_t d = 0; d < type.rank(); ++d)
    (d < dim ? outer : inner) *= d == dim ? 1 : type.shape[d];
  return with_element_type(type.dtype, [&]<class T>() -> std::unique_ptr<Step> {
    return std::make_unique<ArgmaxStep<T>>(outer, type.shape[dim], inner,
                                           source.address(instruction.operands[0]),
                                           source.address(instruction.results[0]));
  });
}

} // namespace brigade
