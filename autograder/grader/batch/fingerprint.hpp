#pragma once

#include "brigade/core/fingerprint.hpp"

#include <filesystem>

namespace brigade::grader {

/// Adds a file's contents, or every file of a folder with its name, sorted; nothing for a path that
/// is not there. What a result was made from, so that nothing is graded twice.
void add_path(const std::filesystem::path &path, Fingerprint &fingerprint);

} // namespace brigade::grader
