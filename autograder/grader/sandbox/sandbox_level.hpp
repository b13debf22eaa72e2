#pragma once

namespace brigade::grader {

/// How a launch is held, from the strongest on: see sandbox.hpp.
enum class SandboxLevel { bwrap_other_uid, bwrap, other_uid, none };

} // namespace brigade::grader
