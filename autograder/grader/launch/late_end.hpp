#pragma once

#include "grader/launch/own_end.hpp"

#include <string_view>

namespace brigade::grader {

/// How the note of it begins.
inline constexpr std::string_view kAfterLastTest = "After the last TEST";

/// Where a launch went wrong after the last TEST was finished on every rank, in a destructor, in
/// what atexit() was given, in MPI_Finalize: the TESTs keep what they have, so that it counts as
/// complete, and a note tells what happened.
/// @param lingers all that is to be recorded has been, and the processes live on
void explain_late_end(const EndEvidence &evidence, bool lingers, LaunchResult &result);

} // namespace brigade::grader
