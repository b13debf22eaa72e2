#pragma once

#include <boost/pfr.hpp>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <source_location>
#include <string>
#include <string_view>

namespace brigade {

namespace detail {

// An object that is nowhere: only the addresses of its fields are asked for, and the compiler
// prints them by the fields' names.
template <class T> struct Holder { T value; };
template <class T> extern const Holder<T> an_object;

template <auto Address> consteval std::string_view printed_address() {
  return std::source_location::current().function_name();
}

template <class T> consteval std::string_view printed_type() {
  return std::source_location::current().function_name();
}

template <class T, std::size_t I> consteval auto field_address() {
  return &boost::pfr::get<I>(an_object<T>.value);
}

constexpr bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// "…[with auto Address = (& an_object<Layer>.Holder<Layer>::value.Layer::w); …]" -> "w"
constexpr std::string_view field_in(std::string_view printed) {
  const std::size_t end = printed.find(')', printed.rfind("an_object"));
  if (end == std::string_view::npos)
    return {};
  std::size_t begin = end;
  while (begin > 0 && is_word(printed[begin - 1]))
    --begin;
  return printed.substr(begin, end - begin);
}

// "… [with T = brigade::Params<brigade::Tensor>; …]" -> "Params"
constexpr std::string_view type_in(std::string_view printed) {
  const std::size_t with = printed.find("T = ");
  if (with == std::string_view::npos)
    return {};
  const std::size_t end = std::min(printed.find_first_of("<;]", with), printed.size());
  std::size_t begin = end;
  while (begin > 0 && is_word(printed[begin - 1]))
    --begin;
  return printed.substr(begin, end - begin);
}

} // namespace detail

/// The name of field I of a struct; its number where the compiler does not tell.
template <class T, std::size_t I> std::string field_name() {
  constexpr std::string_view name =
      detail::field_in(detail::printed_address<detail::field_address<T, I>()>());
  return name.empty() ? std::to_string(I) : std::string(name);
}

/// The name of a struct, without namespace and template arguments, as a variable of that type is
/// called: "params" for brigade::Params<Tensor>. Empty where the compiler does not tell.
template <class T> std::string variable_name() {
  std::string name;
  for (const char c : detail::type_in(detail::printed_type<T>())) {
    const bool capital = std::isupper(static_cast<unsigned char>(c)) != 0;
    if (capital && !name.empty() && name.back() != '_')
      name += '_';
    name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return name;
}

} // namespace brigade
