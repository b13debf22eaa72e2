#include "brigade/ir/interpret/evaluate_by_kind.hpp"

#include "brigade/ir/interpret/strided.hpp"
#include "brigade/ir/interpret/wrapping.hpp"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>

namespace brigade {

namespace {

// What comes first in an order in which a number that is none stands before all others.
template <class T> bool is_greater(T a, T b) { return a > b || (a != a && b == b); }
template <class T> bool is_less(T a, T b) { return a < b || (a != a && b == b); }

template <class T> T smallest() {
  if constexpr (std::floating_point<T>)
    return -std::numeric_limits<T>::infinity();
  else
    return std::numeric_limits<T>::lowest();
}

template <class T> T largest() {
  if constexpr (std::floating_point<T>)
    return std::numeric_limits<T>::infinity();
  else
    return std::numeric_limits<T>::max();
}

// Reduces the elements that the walk names, of which there may be none.
template <class T> T reduce(Operation operation, std::span<const T> elements, StridedWalk walk) {
  Accumulator<T> sum{0};
  T greatest = smallest<T>(), least = largest<T>();
  for (; !walk.at_end(); walk.next()) {
    const T element = elements[static_cast<std::size_t>(walk.position())];
    if (operation == Operation::sum)
      sum = add_wrapping<Accumulator<T>>(sum, element);
    if (is_greater(element, greatest))
      greatest = element;
    if (is_less(element, least))
      least = element;
  }
  return operation == Operation::sum          ? static_cast<T>(sum)
         : operation == Operation::max_reduce ? greatest
                                              : least;
}

// There is at least one element.
template <class T> std::int32_t index_of_greatest(std::span<const T> elements, StridedWalk walk) {
  T greatest = elements[static_cast<std::size_t>(walk.position())];
  std::int32_t best = 0;
  for (std::int32_t i = 0; !walk.at_end(); walk.next(), ++i) {
    const T element = elements[static_cast<std::size_t>(walk.position())];
    if (is_greater(element, greatest)) {
      greatest = element;
      best = i;
    }
  }
  return best;
}

} // namespace

Literal evaluate_reduction(const Instruction &instruction, std::span<const Literal> operands,
                           const TensorType &type) {
  const Literal &operand = operands[0];
  const auto &dims = std::get<DimensionsAttributes>(instruction.attributes).dims;
  const Shape strides = row_major_strides(operand.shape());
  Shape reduced;
  std::vector<std::int64_t> along_reduced, along_result;
  for (std::size_t i = 0; i < strides.size(); ++i) {
    if (std::ranges::find(dims, static_cast<std::int64_t>(i)) == dims.end()) {
      along_result.push_back(strides[i]);
    } else {
      reduced.push_back(operand.shape()[i]);
      along_reduced.push_back(strides[i]);
    }
  }
  Literal result(type);
  std::visit(
      [&]<class T>(const std::vector<T> &from) {
        StridedWalk at(type.shape, 0, along_result);
        for (std::size_t i = 0; !at.at_end(); at.next(), ++i) {
          const StridedWalk walk(reduced, at.position(), along_reduced);
          if (instruction.operation == Operation::argmax)
            result.as<std::int32_t>()[i] = index_of_greatest<T>(from, walk);
          else
            result.as<T>()[i] = reduce<T>(instruction.operation, from, walk);
        }
      },
      operand.elements());
  return result;
}

} // namespace brigade
