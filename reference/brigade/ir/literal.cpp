#include "brigade/ir/literal.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace brigade {

namespace {

Literal::Elements zeros(const TensorType &type) {
  const auto size = static_cast<std::size_t>(type.size());
  switch (type.dtype) {
  case DType::f32:
    return std::vector<float>(size);
  case DType::f64:
    return std::vector<double>(size);
  case DType::i32:
    return std::vector<std::int32_t>(size);
  case DType::i64:
    return std::vector<std::int64_t>(size);
  case DType::boolean:
    break;
  }
  return std::vector<std::uint8_t>(size);
}

} // namespace

Literal::Literal(TensorType type) : type_(std::move(type)), elements_(zeros(type_)) {}

Literal::Literal(TensorType type, Elements elements)
    : type_(std::move(type)), elements_(std::move(elements)) {
  static constexpr DType kKinds[] = {DType::f32, DType::f64, DType::i32, DType::i64, DType::boolean};
  const DType kind = kKinds[elements_.index()];
  if (kind != type_.dtype || size() != type_.size())
    throw InputError(fmt::format("{} elements of {} do not make a {}, which has {} of {}", size(),
                                 to_string(kind), to_string(type_), type_.size(),
                                 to_string(type_.dtype)));
}

Literal Literal::from_numbers(TensorType type, std::span<const double> numbers) {
  Literal literal(std::move(type));
  if (numbers.size() != 1 && static_cast<std::int64_t>(numbers.size()) != literal.size())
    throw InputError(fmt::format("{} numbers do not make a {}, which takes 1 or {}", numbers.size(),
                                 to_string(literal.type()), literal.size()));
  std::visit(
      [&]<class T>(std::vector<T> &elements) {
        const bool is_bool = literal.type().dtype == DType::boolean;
        for (std::size_t i = 0; i < elements.size(); ++i) {
          const double number = numbers[numbers.size() == 1 ? 0 : i];
          elements[i] = is_bool ? static_cast<T>(number != 0) : static_cast<T>(number);
        }
      },
      literal.elements_);
  return literal;
}

std::size_t Literal::numbers_size() const {
  return std::visit([](const auto &elements) { return elements.size(); }, elements_);
}

double Literal::number(std::int64_t index) const {
  return std::visit(
      [&](const auto &elements) {
        return static_cast<double>(elements.at(static_cast<std::size_t>(index)));
      },
      elements_);
}

bool Literal::operator==(const Literal &other) const {
  if (type_ != other.type_)
    return false;
  return std::visit(
      [&]<class T>(const std::vector<T> &elements) {
        return std::ranges::equal(elements, other.as<T>(), [](T a, T b) {
          return a == b || (a != a && b != b);
        });
      },
      elements_);
}

} // namespace brigade
