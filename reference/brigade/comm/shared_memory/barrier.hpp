#pragma once

#include "brigade/comm/shared_memory/window.hpp"

namespace brigade {

/// Returns on no member before every member has called it. What a member wrote to shared memory
/// before it, the others see after it.
void shared_barrier(const SharedGroup &group);

} // namespace brigade
