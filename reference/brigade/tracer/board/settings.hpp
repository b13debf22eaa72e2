#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace brigade::board {

/// What a launch asks of the tracer, from the environment. Read before main and then taken out of
/// the environment, so that a program neither sees it nor hands it on.
struct Settings {
  std::string file;         ///< BRIGADE_BOARD; empty: no board
  bool synchronous = false; ///< BRIGADE_TRIAL_SYNCHRONOUS: standard sends wait for their receive
  std::optional<std::uint64_t> chaos; ///< BRIGADE_TRIAL_CHAOS: seed of delays at MPI calls
};
const Settings &settings();
/// settings().synchronous, to be looked at in every send.
inline bool sends_wait = false;

} // namespace brigade::board
