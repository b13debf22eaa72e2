#include "brigade/runtime/tiles/element_type.hpp"
#include "brigade/runtime/tiles/tile_function.hpp"

#include <concepts>
#include <limits>

namespace brigade {

namespace {

// Fractions are dropped, numbers beyond the ends become the ends, what is not a number becomes 0.
template <class To, class From> To number(From x) {
  if constexpr (std::floating_point<From> && std::integral<To>) {
    if (x != x)
      return 0;
    // As a double the largest i64 is rounded up to the first number that does not fit.
    const auto wide = static_cast<double>(x);
    if (wide >= static_cast<double>(std::numeric_limits<To>::max()))
      return std::numeric_limits<To>::max();
    if (wide <= static_cast<double>(std::numeric_limits<To>::min()))
      return std::numeric_limits<To>::min();
  }
  return static_cast<To>(x);
}

template <class To, class From, bool kToBool>
void convert(void *out, const void *a, const void * /*b*/, const void * /*c*/, std::int64_t n) {
  auto *results = static_cast<To *>(out);
  const auto *from = static_cast<const From *>(a);
#pragma GCC ivdep
  for (std::int64_t i = 0; i < n; ++i)
    results[i] = kToBool ? static_cast<To>(from[i] != From{0}) : number<To>(from[i]);
}

} // namespace

TileFunction conversion_function(DType from, DType to) {
  return with_element_type(from, [&]<class From>() {
    return with_element_type(to, [&]<class To>() -> TileFunction {
      return to == DType::boolean ? convert<To, From, true> : convert<To, From, false>;
    });
  });
}

} // namespace brigade
