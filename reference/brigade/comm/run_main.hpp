#pragma once

#include "brigade/comm/runtime.hpp"

#include <functional>
#include <type_traits>

namespace brigade {

/// Starts MPI, runs `body` on every rank, ends MPI. An exception on any rank ends the whole job
/// within 2 seconds, with one line on standard error ("brigade: error: …" naming the rank where
/// ranks differ) and its exit status (core/error.hpp). Never a hang.
///
/// To call exit in the body is such a failure too, whatever the status: others may wait for the
/// rank. A process that the body has forked may exit, and MPI_Abort speaks for itself. A rank whose
/// body has returned waits for the others; one of its node that then waits for it in a collective
/// gets an Error that says so.
/// @return what main returns: the body's own status.
int run_main(int argc, char **argv, const std::function<int(Runtime &)> &body);

/// A body that returns nothing.
template <class Body>
concept BodyWithoutStatus = std::is_void_v<std::invoke_result_t<Body &, Runtime &>>;

/// The same for a body that returns nothing: its status is 0.
template <BodyWithoutStatus Body> int run_main(int argc, char **argv, Body &&body) {
  return run_main(argc, argv, std::function<int(Runtime &)>([&body](Runtime &runtime) {
                    body(runtime);
                    return 0;
                  }));
}

} // namespace brigade
