#pragma once

#include "brigade/trace/field_names.hpp"

#include <boost/pfr.hpp>

#include <concepts>
#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace brigade {

/// Arguments and results may be structures of Tensors (or of types, or of arrays): structs,
/// vectors, tuples and pairs, in each other as one likes (no std::array: g++ 12 breaks down where a
/// struct has one). The functions here walk over their leaves in the order of the fields. Numbers,
/// bools, enums and strings among them are static: they belong to the function, and not to the
/// program that it becomes.
template <class T>
concept StaticValue = (std::is_arithmetic_v<T> && !std::same_as<T, long double>) || // has gaps
    std::is_enum_v<T> || std::same_as<T, std::string>;

namespace detail {

template <class T> inline constexpr bool is_vector = false;
template <class T, class A> inline constexpr bool is_vector<std::vector<T, A>> = true;
template <class T> inline constexpr bool is_tuple = false;
template <class... T> inline constexpr bool is_tuple<std::tuple<T...>> = true;
template <class A, class B> inline constexpr bool is_tuple<std::pair<A, B>> = true;

/// Where a walk through a structure is: as text, or not at all, where nobody asks.
struct TextPath {
  std::string text;
  TextPath element(std::size_t i) const { return {text + "." + std::to_string(i)}; }
  template <class T, std::size_t I> TextPath field() const {
    return {text + "." + field_name<T, I>()};
  }
};
struct NoPath {
  NoPath element(std::size_t) const { return {}; }
  template <class T, std::size_t I> NoPath field() const { return {}; }
};

/// Calls visit(leaf, path) for each Leaf.
template <class Leaf, class T, class Path, class Visit>
void walk_leaves(T &structure, const Path &path, Visit &visit) {
  using Plain = std::remove_const_t<T>;
  if constexpr (std::same_as<Plain, Leaf>) {
    visit(structure, path);
  } else if constexpr (StaticValue<Plain>) {
    return;
  } else if constexpr (detail::is_vector<Plain>) {
    std::size_t i = 0;
    for (auto &part : structure)
      walk_leaves<Leaf>(part, path.element(i++), visit);
  } else if constexpr (detail::is_tuple<Plain>) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (walk_leaves<Leaf>(std::get<I>(structure), path.element(I), visit), ...);
    }
    (std::make_index_sequence<std::tuple_size_v<Plain>>());
  } else {
    static_assert(std::is_aggregate_v<Plain>,
                  "a structure consists of plain structs, vectors, tuples and pairs");
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (walk_leaves<Leaf>(boost::pfr::get<I>(structure), path.template field<Plain, I>(), visit),
       ...);
    }
    (std::make_index_sequence<boost::pfr::tuple_size_v<Plain>>());
  }
}

} // namespace detail

/// Calls visit(leaf, path) for each Leaf; the paths begin with `path`: "params.blocks.1.w".
template <class Leaf, class T, class Visit>
void for_each_leaf(T &structure, const std::string &path, Visit &&visit) {
  auto with_text = [&](auto &leaf, const detail::TextPath &at) { visit(leaf, at.text); };
  detail::walk_leaves<Leaf>(structure, detail::TextPath{path}, with_text);
}

/// Calls visit(leaf) for each Leaf: the same walk, without the cost of the paths.
template <class Leaf, class T, class Visit> void for_each_leaf(T &structure, Visit &&visit) {
  auto without_path = [&](auto &leaf, detail::NoPath) { visit(leaf); };
  detail::walk_leaves<Leaf>(structure, detail::NoPath(), without_path);
}

/// All leaves, in order.
template <class Leaf, class T> std::vector<Leaf> leaves(const T &structure) {
  std::vector<Leaf> result;
  for_each_leaf<Leaf>(structure, [&](const Leaf &leaf) { result.push_back(leaf); });
  return result;
}

/// Puts as many leaves in their place as there are.
template <class Leaf, class T> void assign_leaves(T &structure, std::vector<Leaf> leaves) {
  std::size_t next = 0;
  for_each_leaf<Leaf>(structure, [&](Leaf &leaf) { leaf = std::move(leaves.at(next++)); });
}

/// Makes `to` like `from`, with make(leaf, path) for each leaf: a Params<Tensor> from a
/// Params<TensorType>. Static values are copied.
template <class ToLeaf, class FromLeaf, class To, class From, class Make>
void map_leaves(To &to, const From &from, const std::string &path, Make &&make) {
  if constexpr (std::same_as<To, ToLeaf>) {
    static_assert(std::same_as<From, FromLeaf>, "the structures differ: something stands where the "
                                                "function takes a Tensor");
    to = make(from, path);
  } else if constexpr (StaticValue<To>) {
    to = from;
  } else if constexpr (detail::is_vector<To>) {
    to.resize(from.size());
    for (std::size_t i = 0; i < from.size(); ++i)
      map_leaves<ToLeaf, FromLeaf>(to[i], from[i], path + "." + std::to_string(i), make);
  } else if constexpr (detail::is_tuple<To>) {
    static_assert(std::tuple_size_v<To> == std::tuple_size_v<From>, "the structures differ");
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (map_leaves<ToLeaf, FromLeaf>(std::get<I>(to), std::get<I>(from),
                                    path + "." + std::to_string(I), make),
       ...);
    }
    (std::make_index_sequence<std::tuple_size_v<To>>());
  } else {
    static_assert(std::is_aggregate_v<To> && std::is_aggregate_v<From>,
                  "a structure consists of plain structs, vectors, tuples and pairs");
    static_assert(boost::pfr::tuple_size_v<To> == boost::pfr::tuple_size_v<From>,
                  "the structures differ");
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (map_leaves<ToLeaf, FromLeaf>(boost::pfr::get<I>(to), boost::pfr::get<I>(from),
                                    path + "." + field_name<To, I>(), make),
       ...);
    }
    (std::make_index_sequence<boost::pfr::tuple_size_v<To>>());
  }
}

/// What an argument is called whose name C++ does not tell: by its struct ("params"), else by its
/// number ("arg0").
template <class T> std::string argument_name(std::size_t number) {
  if constexpr (std::is_aggregate_v<T>)
    if (std::string name = variable_name<T>(); !name.empty())
      return name;
  return "arg" + std::to_string(number);
}

/// With a number behind those that were there before: "params", "params_2".
std::vector<std::string> unique_names(std::vector<std::string> names);

} // namespace brigade
