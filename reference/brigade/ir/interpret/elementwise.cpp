#include "brigade/ir/interpret/evaluate_by_kind.hpp"

#include "brigade/core/error.hpp"
#include "brigade/ir/interpret/wrapping.hpp"

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <numbers>

namespace brigade {

namespace {

template <class T> bool is_nan(T x) { return x != x; }

// What is not a number stays so in all of these.
template <class T> T greater_of(T a, T b) { return is_nan(a) || a > b ? a : b; }
template <class T> T lesser_of(T a, T b) { return is_nan(a) || a < b ? a : b; }
template <class T> T relu(T x) { return x <= T{0} ? T{0} : x; }
template <class T> T sign(T x) { return is_nan(x) ? x : static_cast<T>((x > T{0}) - (x < T{0})); }

template <class T> T absolute(T x) { return x < T{0} || x == T{0} ? sub_wrapping(T{0}, x) : x; }

double gelu(double x) {
  return 0.5 * x * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
}

double sigmoid(double x) {
  // exp of a large number is infinite, and of a very negative one harmless.
  return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x));
}

double floating_function(Operation operation, double x) {
  switch (operation) {
  case Operation::tanh:
    return std::tanh(x);
  case Operation::gelu:
    return gelu(x);
  case Operation::sigmoid:
    return sigmoid(x);
  case Operation::exp:
    return std::exp(x);
  case Operation::log:
    return std::log(x);
  case Operation::sqrt:
    return std::sqrt(x);
  default:
    return 1 / std::sqrt(x); // rsqrt
  }
}

template <class T> T unary(Operation operation, T x) {
  switch (operation) {
  case Operation::neg:
    if constexpr (std::floating_point<T>)
      return -x;
    else
      return sub_wrapping(T{0}, x);
  case Operation::relu:
    return relu(x);
  case Operation::abs:
    return absolute(x);
  case Operation::sign:
    return sign(x);
  default:
    return static_cast<T>(floating_function(operation, static_cast<double>(x)));
  }
}

template <class T> T divide(T a, T b) {
  if constexpr (std::floating_point<T>) {
    return a / b;
  } else {
    if (b == 0)
      throw InputError("div: an integer is divided by zero");
    return b == -1 ? sub_wrapping(T{0}, a) : static_cast<T>(a / b);
  }
}

template <class T> T power(T base, T exponent) {
  if constexpr (std::floating_point<T>) {
    return static_cast<T>(std::pow(static_cast<double>(base), static_cast<double>(exponent)));
  } else {
    if (exponent < 0) // 1 / base^-exponent, truncated
      return base == 1    ? T{1}
             : base == -1 ? (exponent % 2 == 0 ? T{1} : T{-1})
                          : divide(T{0}, base);
    T result = 1;
    for (; exponent != 0; exponent = static_cast<T>(exponent / 2)) {
      if (exponent % 2 != 0)
        result = mul_wrapping(result, base);
      base = mul_wrapping(base, base);
    }
    return result;
  }
}

template <class T> T binary(Operation operation, T a, T b) {
  switch (operation) {
  case Operation::add:
    return add_wrapping(a, b);
  case Operation::sub:
    return sub_wrapping(a, b);
  case Operation::mul:
    return mul_wrapping(a, b);
  case Operation::div:
    return divide(a, b);
  case Operation::max:
    return greater_of(a, b);
  case Operation::min:
    return lesser_of(a, b);
  default:
    return power(a, b);
  }
}

template <class T> bool compare(Operation operation, T a, T b) {
  return operation == Operation::eq ? a == b : operation == Operation::lt ? a < b : a > b;
}

// Fractions are dropped, numbers beyond the ends become the ends, what is not a number becomes 0.
template <class To, class From> To convert_number(From x) {
  if constexpr (std::floating_point<From> && std::integral<To>) {
    if (is_nan(x))
      return 0;
    // As a double the largest i64 is rounded up to the first number that does not fit.
    const auto number = static_cast<double>(x);
    if (number >= static_cast<double>(std::numeric_limits<To>::max()))
      return std::numeric_limits<To>::max();
    if (number <= static_cast<double>(std::numeric_limits<To>::min()))
      return std::numeric_limits<To>::min();
  }
  return static_cast<To>(x);
}

Literal convert(const Literal &operand, const TensorType &type) {
  Literal result(type);
  std::visit(
      [&]<class From, class To>(const std::vector<From> &from, std::vector<To> &to) {
        for (std::size_t i = 0; i < from.size(); ++i)
          to[i] = type.dtype == DType::boolean ? static_cast<To>(from[i] != From{0})
                                               : convert_number<To>(from[i]);
      },
      operand.elements(), result.elements());
  return result;
}

Literal select(std::span<const Literal> operands) {
  Literal result = operands[2];
  const auto chooses_first = operands[0].as<std::uint8_t>();
  std::visit(
      [&]<class T>(std::vector<T> &elements) {
        const auto first = operands[1].as<T>();
        for (std::size_t i = 0; i < elements.size(); ++i)
          if (chooses_first[i])
            elements[i] = first[i];
      },
      result.elements());
  return result;
}

Literal compare(Operation operation, std::span<const Literal> operands, const TensorType &type) {
  Literal result(type);
  const auto to = result.as<std::uint8_t>();
  std::visit(
      [&]<class T>(const std::vector<T> &left) {
        const auto right = operands[1].as<T>();
        for (std::size_t i = 0; i < left.size(); ++i)
          to[i] = compare(operation, left[i], right[i]);
      },
      operands[0].elements());
  return result;
}

} // namespace

Literal evaluate_elementwise(const Instruction &instruction, std::span<const Literal> operands,
                             const TensorType &type) {
  const Operation operation = instruction.operation;
  switch (operation) {
  case Operation::stop_gradient:
    return operands[0];
  case Operation::convert:
    return convert(operands[0], type);
  case Operation::select:
    return select(operands);
  case Operation::eq:
  case Operation::lt:
  case Operation::gt:
    return compare(operation, operands, type);
  default:
    break;
  }
  Literal result = operands[0];
  std::visit(
      [&]<class T>(std::vector<T> &elements) {
        if constexpr (!std::same_as<T, std::uint8_t>) { // none of them takes a bool
          if (operands.size() == 1) {
            for (T &x : elements)
              x = unary(operation, x);
          } else {
            const auto right = operands[1].as<T>();
            for (std::size_t i = 0; i < elements.size(); ++i)
              elements[i] = binary(operation, elements[i], right[i]);
          }
        }
      },
      result.elements());
  return result;
}

} // namespace brigade
