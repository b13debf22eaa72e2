#pragma once

#include <filesystem>

namespace brigade::grader {

/// Writes a .zip of all files below `folder`, by their paths from there, with their permissions;
/// beside its place and renamed into it. Throws Error naming the file if it cannot be written.
void zip_folder(const std::filesystem::path &folder, const std::filesystem::path &zip);

} // namespace brigade::grader
