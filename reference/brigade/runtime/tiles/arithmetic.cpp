#include "brigade/core/error.hpp"
#include "brigade/ir/interpret/wrapping.hpp"
#include "brigade/runtime/tiles/element_type.hpp"
#include "brigade/runtime/tiles/two_operands.hpp"

#include <cmath>
#include <concepts>

namespace brigade {

namespace {

// What is not a number stays so in all of these.
template <class T> struct Add {
  T operator()(T a, T b) const { return add_wrapping(a, b); }
};
template <class T> struct Subtract {
  T operator()(T a, T b) const { return sub_wrapping(a, b); }
};
template <class T> struct Multiply {
  T operator()(T a, T b) const { return mul_wrapping(a, b); }
};
template <class T> struct Greater {
  T operator()(T a, T b) const { return a != a || a > b ? a : b; }
};
template <class T> struct Lesser {
  T operator()(T a, T b) const { return a != a || a < b ? a : b; }
};

template <class T> struct Divide {
  T operator()(T a, T b) const {
    if constexpr (std::floating_point<T>) {
      return a / b;
    } else {
      if (b == 0)
        throw InputError("div: an integer is divided by zero");
      return b == -1 ? sub_wrapping(T{0}, a) : static_cast<T>(a / b);
    }
  }
};

template <class T> struct Power {
  T operator()(T base, T exponent) const {
    if constexpr (std::floating_point<T>) {
      return static_cast<T>(std::pow(static_cast<double>(base), static_cast<double>(exponent)));
    } else {
      if (exponent < 0) // 1 / base^-exponent, truncated
        return base == 1    ? T{1}
               : base == -1 ? (exponent % 2 == 0 ? T{1} : T{-1})
                            : Divide<T>{}(T{0}, base);
      T result = 1;
      for (; exponent != 0; exponent = static_cast<T>(exponent / 2)) {
        if (exponent % 2 != 0)
          result = mul_wrapping(result, base);
        base = mul_wrapping(base, base);
      }
      return result;
    }
  }
};

template <class T> TileFunction function_of(const TileForm &form) {
  switch (form.operation) {
  case Operation::add:
    return TwoOperands<T, T, Add<T>>::of(form);
  case Operation::sub:
    return TwoOperands<T, T, Subtract<T>>::of(form);
  case Operation::mul:
    return TwoOperands<T, T, Multiply<T>>::of(form);
  case Operation::div:
    return TwoOperands<T, T, Divide<T>>::of(form);
  case Operation::max:
    return TwoOperands<T, T, Greater<T>>::of(form);
  case Operation::min:
    return TwoOperands<T, T, Lesser<T>>::of(form);
  default:
    return TwoOperands<T, T, Power<T>>::of(form);
  }
}

} // namespace

TileFunction arithmetic_function(const TileForm &form) {
  return with_element_type(form.result, [&]<class T>() -> TileFunction {
    if constexpr (std::same_as<T, std::uint8_t>)
      return nullptr; // no bool is computed with
    else
      return function_of<T>(form);
  });
}

} // namespace brigade
