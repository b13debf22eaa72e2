#pragma once

#include "brigade/comm/runtime.hpp"

#include <functional>

namespace brigade {

/// Starts MPI, runs `body` on every rank, ends MPI. An exception on any rank ends the whole job
/// within 2 seconds, with one line on standard error ("brigade: error: …" naming the rank where
/// ranks differ) and its exit status (core/error.hpp). Never a hang.
/// @return what main returns.
int run_main(int argc, char **argv, const std::function<int(Runtime &)> &body);

} // namespace brigade
