#pragma once

#include "brigade/trace/structure.hpp"

#include <boost/pfr.hpp>

#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace brigade {

namespace detail {

template <class T, class From, class To> struct Rebind { using Type = T; };
template <class From, class To> struct Rebind<From, From, To> { using Type = To; };
template <class T, class A, class From, class To> struct Rebind<std::vector<T, A>, From, To> {
  using Type = std::vector<typename Rebind<T, From, To>::Type>;
};
template <template <class...> class Structure, class... Parts, class From, class To>
struct Rebind<Structure<Parts...>, From, To> {
  using Type = Structure<typename Rebind<Parts, From, To>::Type...>;
};

template <class T, class Leaf> consteval bool has_leaf();

template <class T, class Leaf, std::size_t... I>
consteval bool has_leaf_in_fields(std::index_sequence<I...>) {
  return (has_leaf<boost::pfr::tuple_element_t<I, T>, Leaf>() || ...);
}
template <class T, class Leaf, std::size_t... I>
consteval bool has_leaf_in_elements(std::index_sequence<I...>) {
  return (has_leaf<std::tuple_element_t<I, T>, Leaf>() || ...);
}

template <class T, class Leaf> consteval bool has_leaf() {
  if constexpr (std::same_as<T, Leaf>)
    return true;
  else if constexpr (StaticValue<T>)
    return false;
  else if constexpr (is_vector<T>)
    return has_leaf<typename T::value_type, Leaf>();
  else if constexpr (is_tuple<T>)
    return has_leaf_in_elements<T, Leaf>(std::make_index_sequence<std::tuple_size_v<T>>());
  else if constexpr (std::is_aggregate_v<T>)
    return has_leaf_in_fields<T, Leaf>(std::make_index_sequence<boost::pfr::tuple_size_v<T>>());
  else
    return false;
}

} // namespace detail

/// Does a structure of this type have a Leaf anywhere?
template <class T, class Leaf> inline constexpr bool has_leaf = detail::has_leaf<T, Leaf>();

/// The structure with To in the place of each From: Params<Array> of Params<Tensor>. Structs have
/// to be templates on their leaf.
template <class T, class From, class To> using Rebind = typename detail::Rebind<T, From, To>::Type;

} // namespace brigade
