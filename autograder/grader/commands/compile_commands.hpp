#pragma once

#include "grader/manifest/exercise.hpp"

#include <filesystem>

namespace brigade::grader {

/// Writes compile_commands.json at the course's root, so that editors know how the student's files
/// are compiled; entries of the library's own build come behind. Does nothing where nothing has
/// been built yet.
/// @param built the tree that holds build/release
void write_compile_commands(const Course &course, const std::filesystem::path &built);

} // namespace brigade::grader
