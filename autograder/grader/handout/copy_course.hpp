#pragma once

#include <filesystem>
#include <functional>

namespace brigade::grader {

/// Copies the tree of the course: of what lies in its root only what belongs to it, so that builds,
/// work, results and submissions stay; and no hidden checks (but for the example), wherever they
/// lie. Without what `is_left_out` says of a path below the root; a folder takes all in it along.
/// Permissions stay. cmake/commit.txt says the commit, where it is known.
void copy_course(const std::filesystem::path &root, const std::filesystem::path &target,
                 const std::function<bool(const std::filesystem::path &)> &is_left_out);

} // namespace brigade::grader
