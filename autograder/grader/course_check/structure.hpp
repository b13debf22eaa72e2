#pragma once

#include "grader/manifest/exercise.hpp"

#include <string>
#include <vector>

namespace brigade::grader {

/// What each exercise must have, read from its files without running anything: a contract above its
/// function, one TODO with its number (none in a repair or in answers), a stub that throws it, at
/// least three hints, minutes, points for exactly the TESTs of its trial, a rank count or size that
/// does not divide; and 100 points a chapter. A line for each that is missing.
std::vector<std::string> structure_problems(const Course &course);

} // namespace brigade::grader
