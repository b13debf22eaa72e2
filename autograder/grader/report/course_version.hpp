#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace brigade::grader {

/// Of the project that this program was built from: "0.1.0".
std::string_view project_version();

/// The commit that the course in `root` is at now, or empty where it is not known. A copy, such as
/// a handout, has it in cmake/commit.txt, whatever repository it has been put into; else git is
/// asked. Not compiled in: a program would tell an old one, and with another one be another
/// program.
std::string course_commit(const std::filesystem::path &root);

/// Both: "0.1.0+1a2b3c4d5e", or the version alone.
std::string course_version(const std::filesystem::path &root);

} // namespace brigade::grader
