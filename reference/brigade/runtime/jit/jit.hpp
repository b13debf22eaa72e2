#pragma once

#include "brigade/runtime/jit/jitted.hpp"
#include "brigade/trace/signature.hpp"

#include <source_location>
#include <utility>

namespace brigade {

namespace detail {

template <class F, class R, class... A>
Jitted<F, R, A...> jit(F f, JitOptions options, Signature<R, A...>,
                       const std::source_location &where) {
  return {std::move(f), std::move(options), source_line(where)};
}

} // namespace detail

/// A function of Tensors (a function pointer, or a lambda that is not generic) to call with Arrays:
///
///     auto forward = jit(two_layer_net, {.in_shardings = {rows, {}, {}, {}, {}}, .out_shardings =
///     {rows}}); Array y = forward(x, w1, b1, w2, b2);
///
/// Throws InputError where the options do not fit the function.
template <Traceable F>
auto jit(F f, JitOptions options = {},
         std::source_location where = std::source_location::current()) {
  return detail::jit(std::move(f), std::move(options), SignatureOf<F>(), where);
}

} // namespace brigade
