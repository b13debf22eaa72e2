#pragma once

#include "brigade/ir/program.hpp"

#include <cstddef>

namespace brigade {

/// That a program may come to when its calls, or its derivatives, are written out.
inline constexpr std::size_t kMostInlinedInstructions = 1'000'000;

/// The same program as a single block: every call is replaced by the instructions of what it calls.
/// Names of values inside a called block are dropped, annotations stay; that of a block's parameter
/// or result becomes a constraint on a value that does not lie so already. Throws InputError on
/// grad (expand it first) and manual regions, and where blocks that call blocks come to more than a
/// million instructions.
Program inline_calls(const Program &program);

} // namespace brigade
