#pragma once

#include "grader/workshop/compile_failure.hpp"

#include <string>

namespace brigade::grader {

/// The file of what does not compile, without the folders above the course's: those are the
/// machine's that grades, and no reader of a report has them.
std::string file_of(const CompileFailure &failure);
/// "ring.cpp:12"; the file alone where the line is not known.
std::string place_of(const CompileFailure &failure);

} // namespace brigade::grader
