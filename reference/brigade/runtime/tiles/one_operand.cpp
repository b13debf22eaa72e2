#include "brigade/ir/interpret/wrapping.hpp"
#include "brigade/runtime/tiles/element_type.hpp"
#include "brigade/runtime/tiles/tile_function.hpp"

#include <xsimd/xsimd.hpp>

#include <cmath>
#include <concepts>
#include <numbers>

namespace brigade {

namespace {

struct Negate {
  template <class T> T operator()(T x) const {
    if constexpr (std::floating_point<T>)
      return -x;
    else
      return sub_wrapping(T{0}, x);
  }
};
struct Relu {
  template <class T> T operator()(T x) const { return x <= T{0} ? T{0} : x; }
};
struct Absolute {
  template <class T> T operator()(T x) const {
    return x < T{0} || x == T{0} ? sub_wrapping(T{0}, x) : x;
  }
};
struct Sign {
  template <class T> T operator()(T x) const {
    return x != x ? x : static_cast<T>((x > T{0}) - (x < T{0}));
  }
};
struct SquareRoot {
  template <class T> T operator()(T x) const { return std::sqrt(x); }
};
struct ReciprocalRoot {
  template <class T> T operator()(T x) const { return T{1} / std::sqrt(x); }
};

// The compiler has vectors for these.
template <class T, class Function>
void element_by_element(void *out, const void *a, const void * /*b*/, const void * /*c*/,
                        std::int64_t n) {
  auto *results = static_cast<T *>(out);
  const auto *from = static_cast<const T *>(a);
#pragma GCC ivdep
  for (std::int64_t i = 0; i < n; ++i)
    results[i] = Function{}(from[i]);
}

struct Tanh {
  template <class X> X operator()(X x) const {
    using std::tanh;
    using xsimd::tanh;
    return tanh(x);
  }
};
struct Exp {
  template <class X> X operator()(X x) const {
    using std::exp;
    using xsimd::exp;
    return exp(x);
  }
};
struct Log {
  template <class X> X operator()(X x) const {
    using std::log;
    using xsimd::log;
    return log(x);
  }
};
struct Sigmoid {
  // exp of a large number is infinite, and 1 over that 0.
  template <class X> X operator()(X x) const {
    using std::exp;
    using xsimd::exp;
    return X(1) / (X(1) + exp(-x));
  }
};
template <class X> struct NumberOf { using Type = typename X::value_type; };
struct Gelu {
  template <class X> X operator()(X x) const {
    using std::tanh;
    using xsimd::tanh;
    using Number = typename NumberOf<X>::Type;
    const X root(static_cast<Number>(std::sqrt(2 / std::numbers::pi)));
    const X cubic(static_cast<Number>(0.044715)), half(static_cast<Number>(0.5));
    return half * x * (X(1) + tanh(root * (x + cubic * x * x * x)));
  }
};

// xsimd has vectors for these; the rest of a tile is done as a vector too, so that an element's
// bits do not depend on where it lies.
template <class T, class Function>
void by_vectors(void *out, const void *a, const void * /*b*/, const void * /*c*/, std::int64_t n) {
  using Batch = xsimd::batch<T>;
  constexpr auto width = static_cast<std::int64_t>(Batch::size);
  auto *results = static_cast<T *>(out);
  const auto *from = static_cast<const T *>(a);
  std::int64_t i = 0;
  for (; i + width <= n; i += width)
    Function{}(Batch::load_unaligned(from + i)).store_unaligned(results + i);
  if (i < n) {
    alignas(64) T rest[Batch::size] = {};
    for (std::int64_t j = i; j < n; ++j)
      rest[j - i] = from[j];
    Function{}(Batch::load_aligned(rest)).store_aligned(rest);
    for (std::int64_t j = i; j < n; ++j)
      results[j] = rest[j - i];
  }
}

template <class T> TileFunction function_of_numbers(Operation operation) {
  switch (operation) {
  case Operation::neg:
    return element_by_element<T, Negate>;
  case Operation::relu:
    return element_by_element<T, Relu>;
  case Operation::abs:
    return element_by_element<T, Absolute>;
  case Operation::sign:
    return element_by_element<T, Sign>;
  default:
    return nullptr;
  }
}

template <class T> TileFunction function_of_floats(Operation operation) {
  switch (operation) {
  case Operation::tanh:
    return by_vectors<T, Tanh>;
  case Operation::gelu:
    return by_vectors<T, Gelu>;
  case Operation::sigmoid:
    return by_vectors<T, Sigmoid>;
  case Operation::exp:
    return by_vectors<T, Exp>;
  case Operation::log:
    return by_vectors<T, Log>;
  case Operation::sqrt:
    return element_by_element<T, SquareRoot>;
  case Operation::rsqrt:
    return element_by_element<T, ReciprocalRoot>;
  default:
    return nullptr;
  }
}

} // namespace

TileFunction one_operand_function(Operation operation, DType type) {
  return with_element_type(type, [&]<class T>() -> TileFunction {
    if constexpr (std::same_as<T, std::uint8_t>) {
      return nullptr; // no bool is computed with
    } else {
      TileFunction function = function_of_numbers<T>(operation);
      if constexpr (std::floating_point<T>)
        if (function == nullptr)
          function = function_of_floats<T>(operation);
      return function;
    }
  });
}

} // namespace brigade
