#include "brigade/runtime/tiles/element_type.hpp"
#include "brigade/runtime/tiles/two_operands.hpp"

namespace brigade {

namespace {

template <class T> struct Equal {
  std::uint8_t operator()(T a, T b) const { return a == b; }
};
template <class T> struct Less {
  std::uint8_t operator()(T a, T b) const { return a < b; }
};
template <class T> struct More {
  std::uint8_t operator()(T a, T b) const { return a > b; }
};

template <class T>
void select(void *out, const void *a, const void *b, const void *c, std::int64_t n) {
  auto *results = static_cast<T *>(out);
  const auto *chooses_first = static_cast<const std::uint8_t *>(a);
  const auto *first = static_cast<const T *>(b);
  const auto *second = static_cast<const T *>(c);
#pragma GCC ivdep
  for (std::int64_t i = 0; i < n; ++i) {
    const T x = first[i], y = second[i];
    results[i] = chooses_first[i] ? x : y;
  }
}

} // namespace

TileFunction comparison_function(const TileForm &form) {
  return with_element_type(form.operand, [&]<class T>() -> TileFunction {
    if (form.operation == Operation::eq)
      return TwoOperands<std::uint8_t, T, Equal<T>>::of(form);
    return form.operation == Operation::lt ? TwoOperands<std::uint8_t, T, Less<T>>::of(form)
                                           : TwoOperands<std::uint8_t, T, More<T>>::of(form);
  });
}

TileFunction selection_function(DType type) {
  return with_element_type(type, []<class T>() -> TileFunction { return select<T>; });
}

} // namespace brigade
