#pragma once

#include "brigade/core/terminal.hpp"
#include "grader/manifest/exercise.hpp"

#include <filesystem>
#include <string>

namespace brigade::grader {

/// An exercise's solution as a student reads it after a pass: solution.cpp without the marks by
/// which chapters quote it ("// [ring]"); of solution.toml each question's right answer, and why
/// the others are wrong. Throws InputError if the file cannot be read.
std::string solution_text(const Exercise &exercise, const std::filesystem::path &file,
                          const Terminal &terminal);

} // namespace brigade::grader
