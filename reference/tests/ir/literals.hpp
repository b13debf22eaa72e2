#pragma once

#include "brigade/ir/interpret.hpp"
#include "brigade/ir/literal.hpp"

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace brigade::testing {

inline constexpr DType kAllTypes[] = {DType::f32, DType::f64, DType::i32, DType::i64,
                                      DType::boolean};
inline constexpr DType kNumberTypes[] = {DType::f32, DType::f64, DType::i32, DType::i64};

inline Literal literal(DType dtype, Shape shape, const std::vector<double> &numbers) {
  return Literal::from_numbers({dtype, std::move(shape)}, numbers);
}

/// 0, 1, 2, … in row-major order; of a bool every other one is true.
inline Literal counting(const TensorType &type) {
  std::vector<double> numbers(static_cast<std::size_t>(type.size()));
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = static_cast<double>(type.dtype == DType::boolean ? i % 2 : i);
  return Literal::from_numbers(type, numbers);
}

inline std::vector<double> numbers(const Literal &literal) {
  std::vector<double> result;
  for (std::int64_t i = 0; i < literal.size(); ++i)
    result.push_back(literal.number(i));
  return result;
}

inline Literal evaluate_one(Operation operation, const std::vector<Literal> &operands,
                            Attributes attributes = {}) {
  return evaluate({.operation = operation, .attributes = std::move(attributes)}, operands).at(0);
}

/// The index of element `position` of a shape, in row-major order.
inline std::vector<std::int64_t> index_of(std::int64_t position, const Shape &shape) {
  std::vector<std::int64_t> index(shape.size());
  for (std::size_t i = shape.size(); i-- > 0; position /= shape[i])
    index[i] = position % shape[i];
  return index;
}

inline std::int64_t position_of(const std::vector<std::int64_t> &index, const Shape &shape) {
  std::int64_t position = 0;
  for (std::size_t i = 0; i < shape.size(); ++i)
    position = position * shape[i] + index[i];
  return position;
}

inline double number_at(const Literal &literal, const std::vector<std::int64_t> &index) {
  return literal.number(position_of(index, literal.shape()));
}

/// Up to three dimensions, sizes 0 to 5.
inline Shape random_shape(std::mt19937 &random) {
  Shape shape(random() % 4);
  for (std::int64_t &size : shape)
    size = static_cast<std::int64_t>(random() % 6);
  return shape;
}

} // namespace brigade::testing
