#pragma once

#include "grader/manifest/exercise.hpp"

#include <filesystem>

namespace brigade::grader {

/// Reads one exercise.toml; `shown` is what errors call it. Its folder's name and its parent's must
/// fit id and number. Throws InputError "file:line: what is wrong".
Exercise read_manifest(const std::filesystem::path &file, const std::string &shown);

} // namespace brigade::grader
