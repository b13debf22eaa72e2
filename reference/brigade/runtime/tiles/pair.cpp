// Compiled with -ffp-contract=off: a multiplication and an addition stay two roundings.
#include "brigade/runtime/tiles/pair.hpp"

#include "brigade/runtime/tiles/element_type.hpp"

#include <cmath>
#include <concepts>

namespace brigade {

namespace {

struct Add {
  template <class T> static T of(T a, T b) { return a + b; }
};
struct Subtract {
  template <class T> static T of(T a, T b) { return a - b; }
};
struct Multiply {
  template <class T> static T of(T a, T b) { return a * b; }
};
struct Divide {
  template <class T> static T of(T a, T b) { return a / b; }
};
struct SquareRoot {
  template <class T> static T of(T a, T /*b*/) { return std::sqrt(a); }
};
struct Relu {
  template <class T> static T of(T a, T /*b*/) { return a <= T{0} ? T{0} : a; }
};

/// Which of the three operands are one element for the whole tile.
enum class Numbers { none, a, b, c, a_and_c, b_and_c };

template <class T, class Inner, class Outer, bool kInnerIsSecond, Numbers kNumbers>
void run(void *out, const void *a, const void *b, const void *c, std::int64_t n) {
  constexpr bool kA = kNumbers == Numbers::a || kNumbers == Numbers::a_and_c;
  constexpr bool kB = kNumbers == Numbers::b || kNumbers == Numbers::b_and_c;
  constexpr bool kC =
      kNumbers == Numbers::c || kNumbers == Numbers::a_and_c || kNumbers == Numbers::b_and_c;
  auto *results = static_cast<T *>(out);
  const auto *as = static_cast<const T *>(a);
  const auto *bs = static_cast<const T *>(b);
  const auto *cs = static_cast<const T *>(c);
  const T first = n > 0 ? *as : T{}, second = n > 0 ? *bs : T{}, third = n > 0 ? *cs : T{};
#pragma GCC ivdep
  for (std::int64_t i = 0; i < n; ++i) {
    const T inner = Inner::of(kA ? first : as[i], kB ? second : bs[i]);
    const T other = kC ? third : cs[i];
    results[i] = kInnerIsSecond ? Outer::of(other, inner) : Outer::of(inner, other);
  }
}

template <class T, class Inner, class Outer, bool kInnerIsSecond>
TileFunction by_numbers(const PairForm &form) {
  const bool c = form.inner_is_second ? form.outer.first_is_number : form.outer.second_is_number;
  if (form.inner.first_is_number && form.inner.second_is_number)
    return nullptr; // a number itself
  if (form.inner.first_is_number)
    return c ? run<T, Inner, Outer, kInnerIsSecond, Numbers::a_and_c>
             : run<T, Inner, Outer, kInnerIsSecond, Numbers::a>;
  if (form.inner.second_is_number)
    return c ? run<T, Inner, Outer, kInnerIsSecond, Numbers::b_and_c>
             : run<T, Inner, Outer, kInnerIsSecond, Numbers::b>;
  return c ? run<T, Inner, Outer, kInnerIsSecond, Numbers::c>
           : run<T, Inner, Outer, kInnerIsSecond, Numbers::none>;
}

template <class T, class Inner, class Outer> TileFunction by_place(const PairForm &form) {
  return form.inner_is_second ? by_numbers<T, Inner, Outer, true>(form)
                              : by_numbers<T, Inner, Outer, false>(form);
}

template <class T, class Inner> TileFunction by_outer(const PairForm &form) {
  switch (form.outer.operation) {
  case Operation::add:
    return by_place<T, Inner, Add>(form);
  case Operation::sub:
    return by_place<T, Inner, Subtract>(form);
  case Operation::mul:
    return by_place<T, Inner, Multiply>(form);
  case Operation::div:
    return by_place<T, Inner, Divide>(form);
  case Operation::relu:
    return by_numbers<T, Inner, Relu, false>(form);
  default:
    return nullptr;
  }
}

template <class T> TileFunction by_inner(const PairForm &form) {
  switch (form.inner.operation) {
  case Operation::add:
    return by_outer<T, Add>(form);
  case Operation::sub:
    return by_outer<T, Subtract>(form);
  case Operation::mul:
    return by_outer<T, Multiply>(form);
  case Operation::div:
    return by_outer<T, Divide>(form);
  case Operation::sqrt:
    return by_outer<T, SquareRoot>(form);
  default:
    return nullptr;
  }
}

} // namespace

TileFunction pair_function(const PairForm &form) {
  return with_element_type(form.outer.result, [&]<class T>() -> TileFunction {
    if constexpr (std::floating_point<T>)
      return by_inner<T>(form);
    else
      return nullptr;
  });
}

} // namespace brigade
