#pragma once

#include "brigade/runtime/tiles/tile_function.hpp"

namespace brigade {

/// out[i] = Function{}(a[i], b[i]); the first or the second is a number where the form says so.
template <class Out, class T, class Function> struct TwoOperands {
  template <bool kFirst, bool kSecond>
  static void run(void *out, const void *a, const void *b, const void * /*c*/, std::int64_t n) {
    auto *results = static_cast<Out *>(out);
    const auto *left = static_cast<const T *>(a);
    const auto *right = static_cast<const T *>(b);
    const T first = n > 0 ? *left : T{}, second = n > 0 ? *right : T{};
#pragma GCC ivdep
    for (std::int64_t i = 0; i < n; ++i)
      results[i] = Function{}(kFirst ? first : left[i], kSecond ? second : right[i]);
  }

  static TileFunction of(const TileForm &form) {
    if (form.first_is_number)
      return form.second_is_number ? run<true, true> : run<true, false>;
    return form.second_is_number ? run<false, true> : run<false, false>;
  }
};

} // namespace brigade
