#pragma once

#include "brigade/ir/interpret.hpp"
#include "brigade/trace/trace.hpp"

#include <vector>

namespace brigade::testing {

/// What a function of Tensors computes of these arguments, on one device; leaves of structs in
/// order.
template <class F, class... Types>
std::vector<Literal> interpreted(F f, const std::vector<Literal> &arguments,
                                 const Types &...types) {
  return interpret(trace(f, types...), arguments);
}

inline Literal f32_literal(Shape shape, const std::vector<double> &numbers) {
  return Literal::from_numbers({DType::f32, std::move(shape)}, numbers);
}
inline Literal f64_literal(Shape shape, const std::vector<double> &numbers) {
  return Literal::from_numbers({DType::f64, std::move(shape)}, numbers);
}
inline Literal i32_literal(Shape shape, const std::vector<double> &numbers) {
  return Literal::from_numbers({DType::i32, std::move(shape)}, numbers);
}

inline std::vector<double> numbers_of(const Literal &literal) {
  std::vector<double> numbers;
  for (std::int64_t i = 0; i < literal.size(); ++i)
    numbers.push_back(literal.number(i));
  return numbers;
}

} // namespace brigade::testing
