#include "brigade/trace/functions/elementwise.hpp"

#include "brigade/trace/functions/broadcasting.hpp"
#include "brigade/trace/recording.hpp"

#include <string>
#include <utility>

namespace brigade {

namespace {

Tensor unary(Operation operation, const Operand &x, Attributes attributes = {}) {
  return record(operation, {as_tensor(x, std::string(to_string(operation)))}, std::move(attributes),
                x.source());
}

Tensor binary(Operation operation, const Operand &a, const Operand &b) {
  return record(operation, broadcast_together(std::string(to_string(operation)), {a, b}), {},
                a.source());
}

} // namespace

Tensor operator-(Operand x) { return unary(Operation::neg, x); }
Tensor relu(Operand x) { return unary(Operation::relu, x); }
Tensor tanh(Operand x) { return unary(Operation::tanh, x); }
Tensor gelu(Operand x) { return unary(Operation::gelu, x); }
Tensor sigmoid(Operand x) { return unary(Operation::sigmoid, x); }
Tensor exp(Operand x) { return unary(Operation::exp, x); }
Tensor log(Operand x) { return unary(Operation::log, x); }
Tensor sqrt(Operand x) { return unary(Operation::sqrt, x); }
Tensor rsqrt(Operand x) { return unary(Operation::rsqrt, x); }
Tensor abs(Operand x) { return unary(Operation::abs, x); }
Tensor sign(Operand x) { return unary(Operation::sign, x); }
Tensor stop_gradient(Operand x) { return unary(Operation::stop_gradient, x); }

Tensor convert(Operand x, DType type) {
  const Tensor operand = as_tensor(x, "convert");
  return operand.dtype() == type ? operand : unary(Operation::convert, x, ConvertAttributes{type});
}

Tensor operator+(Operand a, Operand b) { return binary(Operation::add, a, b); }
Tensor operator-(Operand a, Operand b) { return binary(Operation::sub, a, b); }
Tensor operator*(Operand a, Operand b) { return binary(Operation::mul, a, b); }
Tensor operator/(Operand a, Operand b) { return binary(Operation::div, a, b); }
Tensor maximum(Operand a, Operand b) { return binary(Operation::max, a, b); }
Tensor minimum(Operand a, Operand b) { return binary(Operation::min, a, b); }
Tensor pow(Operand base, Operand exponent) { return binary(Operation::pow, base, exponent); }
Tensor eq(Operand a, Operand b) { return binary(Operation::eq, a, b); }
Tensor operator<(Operand a, Operand b) { return binary(Operation::lt, a, b); }
Tensor operator>(Operand a, Operand b) { return binary(Operation::gt, a, b); }

Tensor where(Operand condition, Operand a, Operand b) {
  return record(Operation::select, broadcast_together("select", {condition, a, b}, 1), {},
                condition.source());
}

} // namespace brigade
