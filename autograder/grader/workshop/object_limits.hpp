#pragma once

#include "brigade/supervisor/capture.hpp"

namespace brigade::grader {

/// What a program that reads an object file may take and say: templates make of a small source
/// names without end.
inline constexpr CaptureLimits kObjectLimits{.seconds = 60, .bytes = 64u << 20};

} // namespace brigade::grader
