#include "brigade/trace/structure.hpp"

#include <algorithm>

namespace brigade {

std::vector<std::string> unique_names(std::vector<std::string> names) {
  for (auto name = names.begin(); name != names.end(); ++name) {
    const std::string wanted = *name;
    for (int number = 2; std::find(names.begin(), name, *name) != name; ++number)
      *name = wanted + "_" + std::to_string(number);
  }
  return names;
}

} // namespace brigade
