#pragma once

#include "brigade/comm/group.hpp"

#include <string>

namespace brigade {

/// Member `root`'s text, on every member.
std::string broadcast_text(const Group &group, const std::string &text, int root = 0);

} // namespace brigade
