#pragma once

#include "brigade/trace/gradient.hpp"
#include "brigade/trace/signature.hpp"
#include "brigade/trace/structure.hpp"

#include <concepts>
#include <cstddef>
#include <source_location>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace brigade {

/// By which arguments a function is differentiated: grad(f, argnums<0, 2>).
template <std::size_t... I> struct Argnums {};
template <std::size_t... I> inline constexpr Argnums<I...> argnums = {};

/// Says that a function returns a pair: the loss, and more that is not to be differentiated.
struct HasAux {};
inline constexpr HasAux has_aux = {};

/// What value_and_grad(f) gives: what f does (with has_aux the pair of loss and more), and the loss
/// by the arguments: for one of them like the argument, for several a tuple.
template <class Value, class Gradient> struct ValueAndGrad {
  Value value;
  Gradient gradient;
};

template <class Gradient, class Aux> struct GradAndAux {
  Gradient gradient;
  Aux aux;
};

namespace detail {

template <class R> const Tensor &loss_of(const R &result) {
  if constexpr (std::same_as<R, Tensor>)
    return result;
  else
    return std::get<0>(result);
}

template <class R> inline constexpr bool is_loss_and_aux = false;
template <class Aux> inline constexpr bool is_loss_and_aux<std::pair<Tensor, Aux>> = true;
template <class Aux> inline constexpr bool is_loss_and_aux<std::tuple<Tensor, Aux>> = true;

template <bool WithAux, class F, class R, class... A, std::size_t... I>
auto value_and_grad(F f, Signature<R, A...>, Argnums<I...>, std::source_location where) {
  static_assert(sizeof...(I) > 0, "differentiate by one argument at least");
  static_assert(((I < sizeof...(A)) && ...), "the function has no argument of that number");
  if constexpr (WithAux)
    static_assert(is_loss_and_aux<R>, "with has_aux the function returns std::pair(loss, more)");
  else
    static_assert(std::same_as<R, Tensor>,
                  "the function returns one Tensor, the loss; with has_aux, std::pair(loss, more)");
  return [f = std::move(f), where](A... given) {
    const SourceLine source = source_line(where);
    std::tuple<A...> arguments(std::move(given)...);
    std::vector<Tensor> inputs;
    const auto make_inputs = [&]<std::size_t N>(std::integral_constant<std::size_t, N>) {
      auto &argument = std::get<N>(arguments);
      using Argument = std::remove_cvref_t<decltype(argument)>;
      for_each_leaf<Tensor>(argument, argument_name<Argument>(N),
                            [&](Tensor &leaf, const std::string &path) {
                              leaf = gradient_input(leaf, path, source);
                              inputs.push_back(leaf);
                            });
    };
    (make_inputs(std::integral_constant<std::size_t, I>()), ...);
    R value = std::apply(f, arguments);
    const std::vector<Tensor> by_input = gradient(loss_of(value), inputs, source);
    std::size_t next = 0;
    const auto take = [&](auto argument) {
      for_each_leaf<Tensor>(argument, "",
                            [&](Tensor &leaf, const std::string &) { leaf = by_input[next++]; });
      return argument;
    };
    if constexpr (sizeof...(I) == 1) {
      using Gradient = std::tuple_element_t<(I + ...), std::tuple<A...>>;
      return ValueAndGrad<R, Gradient>{std::move(value), take(std::get<I>(arguments))...};
    } else {
      using Gradient = std::tuple<std::tuple_element_t<I, std::tuple<A...>>...>;
      return ValueAndGrad<R, Gradient>{std::move(value), Gradient{take(std::get<I>(arguments))...}};
    }
  };
}

// The same function without the value.
template <bool WithAux, class F, class... A, class R> auto only_gradient(F f, Signature<R, A...>) {
  return [f = std::move(f)](A... arguments) {
    auto both = f(std::move(arguments)...);
    if constexpr (WithAux)
      return GradAndAux{std::move(both.gradient), std::get<1>(std::move(both.value))};
    else
      return std::move(both.gradient);
  };
}

} // namespace detail

/// The function that gives f's value and the loss by some of its arguments (the first, unless
/// told). f returns a scalar Tensor; its arguments may be structures of Tensors. It can be
/// differentiated again. Errors name the line in which value_and_grad is called.
template <Traceable F, std::size_t... I>
auto value_and_grad(F f, Argnums<I...> by,
                    std::source_location where = std::source_location::current()) {
  return detail::value_and_grad<false>(std::move(f), SignatureOf<F>(), by, where);
}
template <Traceable F, std::size_t... I>
auto value_and_grad(F f, Argnums<I...> by, HasAux,
                    std::source_location where = std::source_location::current()) {
  return detail::value_and_grad<true>(std::move(f), SignatureOf<F>(), by, where);
}
template <Traceable F>
auto value_and_grad(F f, HasAux, std::source_location where = std::source_location::current()) {
  return detail::value_and_grad<true>(std::move(f), SignatureOf<F>(), argnums<0>, where);
}
template <Traceable F>
auto value_and_grad(F f, std::source_location where = std::source_location::current()) {
  return detail::value_and_grad<false>(std::move(f), SignatureOf<F>(), argnums<0>, where);
}

/// The same, without the value: the gradient, or with has_aux that and what f returns beside the
/// loss.
template <Traceable F, std::size_t... I>
auto grad(F f, Argnums<I...> by, std::source_location where = std::source_location::current()) {
  return detail::only_gradient<false>(value_and_grad(std::move(f), by, where), SignatureOf<F>());
}
template <Traceable F, std::size_t... I>
auto grad(F f, Argnums<I...> by, HasAux,
          std::source_location where = std::source_location::current()) {
  return detail::only_gradient<true>(value_and_grad(std::move(f), by, has_aux, where),
                                     SignatureOf<F>());
}
template <Traceable F>
auto grad(F f, HasAux, std::source_location where = std::source_location::current()) {
  return grad(std::move(f), argnums<0>, has_aux, where);
}
template <Traceable F>
auto grad(F f, std::source_location where = std::source_location::current()) {
  return grad(std::move(f), argnums<0>, where);
}

} // namespace brigade
