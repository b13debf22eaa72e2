#pragma once

#include "brigade/trace/tensor.hpp"

namespace brigade {

// Functions of one Tensor, element by element. Those of numbers that are not whole take f32 and
// f64.

Tensor operator-(Operand x);
Tensor relu(Operand x); ///< max(x, 0); its derivative at 0 is 0
Tensor tanh(Operand x);
Tensor gelu(Operand x);    ///< 0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))
Tensor sigmoid(Operand x); ///< 1 / (1 + exp(-x))
Tensor exp(Operand x);
Tensor log(Operand x);
Tensor sqrt(Operand x);
Tensor rsqrt(Operand x); ///< 1 / sqrt(x)
Tensor abs(Operand x);
Tensor sign(Operand x);
/// Fractions are dropped where the type is one of integers.
Tensor convert(Operand x, DType type);
/// x; what is computed from it counts as constant in derivatives.
Tensor stop_gradient(Operand x);

// Functions of several operands of one element type. Shapes are joined as NumPy does; a number
// stands for a Tensor of the other's type and shape. Errors name the operation, shapes and line.

Tensor operator+(Operand a, Operand b);
Tensor operator-(Operand a, Operand b);
Tensor operator*(Operand a, Operand b);
Tensor operator/(Operand a, Operand b); ///< truncates where both are integers
Tensor maximum(Operand a, Operand b);
Tensor minimum(Operand a, Operand b);
Tensor pow(Operand base, Operand exponent);
Tensor eq(Operand a, Operand b);
Tensor operator<(Operand a, Operand b);
Tensor operator>(Operand a, Operand b);
/// a where the condition holds, else b.
Tensor where(Operand condition, Operand a, Operand b);

} // namespace brigade
