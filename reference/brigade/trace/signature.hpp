#pragma once

#include <type_traits>

namespace brigade {

/// What a function returns and takes, by value.
template <class R, class... A> struct Signature { using Result = R; };

// Doxygen takes the two of one name for one.
/// \cond
namespace detail {

template <class F>
concept NamesItsSignature = requires {
  typename F::TracedSignature;
};

template <class F> struct SignatureOf : SignatureOf<decltype(&F::operator())> {};
template <NamesItsSignature F> struct SignatureOf<F> { using Type = typename F::TracedSignature; };
template <class R, class... A> struct SignatureOf<R (*)(A...)> {
  using Type = Signature<std::remove_cvref_t<R>, std::remove_cvref_t<A>...>;
};
template <class R, class... A>
struct SignatureOf<R (*)(A...) noexcept> : SignatureOf<R (*)(A...)> {};
template <class C, class R, class... A>
struct SignatureOf<R (C::*)(A...)> : SignatureOf<R (*)(A...)> {};
template <class C, class R, class... A>
struct SignatureOf<R (C::*)(A...) const> : SignatureOf<R (*)(A...)> {};
template <class C, class R, class... A>
struct SignatureOf<R (C::*)(A...) noexcept> : SignatureOf<R (*)(A...)> {};
template <class C, class R, class... A>
struct SignatureOf<R (C::*)(A...) const noexcept> : SignatureOf<R (*)(A...)> {};

template <class F>
concept HasSignature =
    std::is_pointer_v<std::decay_t<F>> || NamesItsSignature<std::decay_t<F>> || requires {
  &std::decay_t<F>::operator();
};

} // namespace detail
/// \endcond

/// Something with one signature: a function, a lambda that is not generic, or a class that can be
/// called with other things than Tensors too and names the Signature of Tensors as TracedSignature.
template <class F>
concept Traceable = detail::HasSignature<F>;

/// Signature<R, A...> of it.
template <Traceable F> using SignatureOf = typename detail::SignatureOf<std::decay_t<F>>::Type;

} // namespace brigade
