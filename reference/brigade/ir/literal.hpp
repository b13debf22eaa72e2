#pragma once

#include "brigade/ir/tensor_type.hpp"

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace brigade {

/// A whole array in the memory of one process: what the interpreter computes with, and what a
/// constant stands for. Row-major. The elements of a bool are 0 and 1 in one byte each.
class Literal {
public:
  using Elements = std::variant<std::vector<float>, std::vector<double>, std::vector<std::int32_t>,
                                std::vector<std::int64_t>, std::vector<std::uint8_t>>;

  Literal() : Literal(TensorType{}) {}
  /// Zeros.
  explicit Literal(TensorType type);
  /// Throws InputError if the elements are not as many, or not of the kind, that `type` says.
  Literal(TensorType type, Elements elements);
  /// From doubles, rounded to `type`: one for all elements, or one for each.
  static Literal from_numbers(TensorType type, std::span<const double> numbers);

  const TensorType &type() const { return type_; }
  const Shape &shape() const { return type_.shape; }
  std::int64_t size() const { return static_cast<std::int64_t>(numbers_size()); }
  const Elements &elements() const { return elements_; }
  Elements &elements() { return elements_; }
  /// T is float, double, int32_t, int64_t, or uint8_t for bool. Throws if the elements are others.
  template <class T> std::span<const T> as() const { return std::get<std::vector<T>>(elements_); }
  template <class T> std::span<T> as() { return std::get<std::vector<T>>(elements_); }
  /// An element as a double (an i64 beyond 2^53 is rounded).
  double number(std::int64_t index) const;
  /// The same type and the same elements, where nan equals nan.
  bool operator==(const Literal &) const;

private:
  std::size_t numbers_size() const;

  TensorType type_;
  Elements elements_;
};

} // namespace brigade
