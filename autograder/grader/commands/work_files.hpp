#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace brigade::grader {

/// Counts one more hint of an exercise as seen, but never more than it has. What is counted stands
/// in a file, work/hints.txt, a line "id number" each: every command goes on from there.
/// @return how many of its hints the student has seen now.
std::size_t see_one_more_hint(const std::filesystem::path &file, const std::string &id,
                              std::size_t hints);

/// Renames a file to the first free of name.1, name.2 … @return that name; nothing where there is
/// no such file.
std::optional<std::filesystem::path> set_aside(const std::filesystem::path &file);

} // namespace brigade::grader
