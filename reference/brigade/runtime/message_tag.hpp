#pragma once

#include "brigade/comm/point_to_point.hpp"

namespace brigade {

/// Tag of the messages by which Arrays move, in the world: the last one, to stay out of a user's
/// way.
inline constexpr int kArrayTag = kMaximumTag;

} // namespace brigade
