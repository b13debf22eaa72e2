#pragma once

#include "brigade/runtime/jit/rebind.hpp"

#include <boost/pfr.hpp>

#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace brigade {

/// The arguments of a call without their structure: the arrays (or types), which are the caller's,
/// and all by which calls with the same arrays are told apart: static values, and lengths of
/// vectors, as bytes.
template <class Leaf> struct CallArguments {
  std::vector<const Leaf *> leaves;
  std::string statics;

  template <class T> void add(const T &argument) {
    if constexpr (std::same_as<T, Leaf>) {
      leaves.push_back(&argument);
    } else if constexpr (std::same_as<T, std::string>) {
      add_static(argument.size());
      statics += argument;
    } else if constexpr (StaticValue<T>) {
      add_static(argument);
    } else if constexpr (detail::is_vector<T>) {
      add_static(argument.size());
      for (const auto &part : argument)
        add(part);
    } else if constexpr (detail::is_tuple<T>) {
      std::apply([&](const auto &...parts) { (add(parts), ...); }, argument);
    } else {
      boost::pfr::for_each_field(argument, [&](const auto &part) { add(part); });
    }
  }

private:
  template <class Value> void add_static(const Value &value) {
    statics.append(reinterpret_cast<const char *>(&value), sizeof value);
  }
};

} // namespace brigade
