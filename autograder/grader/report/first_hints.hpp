#pragma once

#include "brigade/core/terminal.hpp"
#include "grader/manifest/exercise.hpp"

#include <cstddef>
#include <string>

namespace brigade::grader {

/// The first `count` hints of an exercise, gentle to plain, a paragraph each: "01.1 hint 1 of 3: …".
std::string first_hints(const Exercise &exercise, std::size_t count, const Terminal &terminal);

} // namespace brigade::grader
