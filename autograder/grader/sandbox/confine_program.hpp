#pragma once

#include <filesystem>

namespace brigade::grader {

/// The last step into a sandbox, beside the program that runs: all programs of a build lie in one
/// folder. Throws MachineError where it is not there.
std::filesystem::path confine_program();

} // namespace brigade::grader
