#pragma once

#include <functional>
#include <string>
#include <vector>

namespace brigade {

/// "dw, db", of many "dw, db, … and 4 more": how causes and tables tell of what travels together.
std::string listed(const std::vector<std::string> &names);

/// The names that such a list tells of.
std::vector<std::string> told_names(const std::string &list);

/// The list with other names in their places; those that are then alike once.
std::string renamed(const std::string &list,
                    const std::function<std::string(const std::string &)> &name);

} // namespace brigade
