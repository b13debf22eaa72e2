#include "brigade/runtime/jit/argument_sharding.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

namespace brigade {

std::string to_string(const ArraySharding &sharding) {
  if (const NamedSharding *named = sharding.named())
    return to_string(*named);
  if (sharding.is_replicated())
    return "replicated";
  return sharding.is_unspecified() ? "unspecified" : "auto";
}

std::vector<ArraySharding> ArgumentSharding::for_leaves(const std::vector<std::string> &paths,
                                                        const std::string &what) const {
  if (!is_structure_)
    return std::vector<ArraySharding>(paths.size(), for_all_);
  std::vector<ArraySharding> shardings;
  for (std::size_t i = 0; i < std::max(paths.size(), leaves_.size()); ++i) {
    if (i >= leaves_.size() || (i < paths.size() && leaves_[i].path != paths[i]))
      throw InputError(fmt::format("{} does not say how {} lies; give a structure like the "
                                   "argument, or one sharding for all of it",
                                   what, paths[i].empty() ? "the array" : paths[i]));
    if (i >= paths.size())
      throw InputError(
          fmt::format("{} says how {} lies, and there is no such array", what, leaves_[i].path));
    shardings.push_back(leaves_[i].sharding);
  }
  return shardings;
}

std::vector<NamedSharding> ArgumentSharding::named() const {
  std::vector<NamedSharding> named;
  if (const NamedSharding *sharding = for_all_.named())
    named.push_back(*sharding);
  for (const Leaf &leaf : leaves_)
    if (const NamedSharding *sharding = leaf.sharding.named())
      named.push_back(*sharding);
  return named;
}

} // namespace brigade
