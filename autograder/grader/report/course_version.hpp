#pragma once

#include <string_view>

namespace brigade::grader {

/// Of the course that this program was built from: "0.1.0", or with the commit at which the build
/// was configured "0.1.0+1a2b3c4d5e".
std::string_view course_version();
/// That commit, or empty where it is not known.
std::string_view course_commit();

} // namespace brigade::grader
