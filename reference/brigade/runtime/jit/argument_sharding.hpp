#pragma once

#include "brigade/runtime/jit/rebind.hpp"
#include "brigade/sharding/named_sharding.hpp"

#include <concepts>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace brigade {

/// Not said: an argument lies as it comes, a result as the planner finds best.
struct Unspecified {};
/// Left to the planner, for an argument too: it then has to lie as the plan says.
struct Auto {};

/// How one array shall lie; {} is replicated.
class ArraySharding {
public:
  struct Replicated {};

  ArraySharding() = default;
  ArraySharding(NamedSharding sharding) : choice_(std::move(sharding)) {}
  ArraySharding(Unspecified) : choice_(Unspecified{}) {}
  ArraySharding(Auto) : choice_(Auto{}) {}

  bool is_replicated() const { return std::holds_alternative<Replicated>(choice_); }
  bool is_unspecified() const { return std::holds_alternative<Unspecified>(choice_); }
  /// Null where it is another of the kinds.
  const NamedSharding *named() const { return std::get_if<NamedSharding>(&choice_); }

private:
  std::variant<Replicated, Unspecified, Auto, NamedSharding> choice_;
};

/// "[data, -] on {data: 2}", "replicated", "unspecified", "auto"
std::string to_string(const ArraySharding &sharding);

/// How an argument or a result of a function shall lie: one sharding for all its arrays, or a
/// structure like it (Params<NamedSharding>, Params<ArraySharding>) with one for each.
class ArgumentSharding {
public:
  /// Of one leaf of a structure: ".blocks.1.w".
  struct Leaf {
    std::string path;
    ArraySharding sharding;
  };

  ArgumentSharding() = default;
  template <std::convertible_to<ArraySharding> S>
  ArgumentSharding(S &&sharding) : for_all_(std::forward<S>(sharding)) {}
  template <class Structure>
  requires(!std::convertible_to<Structure, ArraySharding> &&
           (has_leaf<Structure, NamedSharding> || has_leaf<Structure, ArraySharding>))
      ArgumentSharding(const Structure &structure)
      : is_structure_(true) {
    using Kind =
        std::conditional_t<has_leaf<Structure, NamedSharding>, NamedSharding, ArraySharding>;
    for_each_leaf<Kind>(structure, "", [&](const Kind &sharding, const std::string &path) {
      leaves_.push_back({path, sharding});
    });
  }

  /// For each array of the argument, whose leaves have these paths (".blocks.1.w"). Throws
  /// InputError saying that it is in_shardings[0], for example, if they are not those of the
  /// structure.
  std::vector<ArraySharding> for_leaves(const std::vector<std::string> &paths,
                                        const std::string &what) const;
  /// All that it names.
  std::vector<NamedSharding> named() const;

private:
  bool is_structure_ = false;
  ArraySharding for_all_;
  std::vector<Leaf> leaves_;
};

} // namespace brigade
