#pragma once

#include "brigade/comm/group.hpp"

#include <functional>

namespace brigade {

/// Runs `step` on every rank, and returns only if it succeeded on all. Where it threw an Error on
/// some, all ranks throw that of the lowest of them, with its message, kind and exit status, so
/// none is left waiting for another. `step` does not communicate.
void run_together(const Group &group, const std::function<void()> &step);

} // namespace brigade
